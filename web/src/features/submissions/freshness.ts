import type { Submission } from '@answerable/contracts/submissions'

/** Returns the response with the higher version, because responses may arrive out of order. */
export const newerOf = (held: Submission | undefined, arrived: Submission): Submission =>
  held !== undefined && held.version > arrived.version ? held : arrived
