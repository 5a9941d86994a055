import type { Submission } from '@answerable/contracts/submissions'

/**
 * Returns the response with the higher version, because responses may arrive out of order. A merged submission is
 * replaced by the one that it was merged into.
 */
export const newestOf = (cached: Submission | undefined, received: Submission): Submission =>
  cached?.id === received.id && cached.version > received.version ? cached : received
