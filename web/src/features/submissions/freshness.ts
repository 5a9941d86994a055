import type { Submission } from '@answerable/contracts/submissions'

/** Of two answers about one submission the higher version is newer; an answer may arrive late. */
export const newerOf = (held: Submission | undefined, arrived: Submission): Submission =>
  held !== undefined && held.version > arrived.version ? held : arrived
