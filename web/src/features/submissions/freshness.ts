import type { Submission } from '@answerable/contracts/submissions'

/** Returns the response with the higher version, because responses may arrive out of order. */
export const newestOf = (cached: Submission | undefined, received: Submission): Submission =>
  cached !== undefined && cached.version > received.version ? cached : received
