/** What the site has acknowledged, to be held against what it keeps. */
export type Ledger = {
  readonly votes: Map<string, VoteEntry>
  /** Of each comment and submission, by its unique text; and of each flag, by member and submission. */
  readonly comments: Map<string, Entry>
  readonly submissions: Map<string, Entry>
  readonly flags: Map<string, Entry>
}

export type Entry = { isAcknowledged: boolean }

/** One member's vote on one submission: nothing is sent while something is under way. */
export type VoteEntry = {
  readonly memberId: string
  readonly submissionId: string
  /** The last that was acknowledged. */
  acknowledged: 1 | -1 | null
  /** Sent since, and perhaps taken. */
  sent: 1 | -1 | null
}

export const newLedger = (): Ledger => ({
  votes: new Map(),
  comments: new Map(),
  submissions: new Map(),
  flags: new Map(),
})

/** What must be there, as it stands now: writes acknowledged later do not count. */
export const acknowledgedIn = (entries: ReadonlyMap<string, Entry>): string[] =>
  [...entries].filter(([, { isAcknowledged }]) => isAcknowledged).map(([name]) => name)

export const acknowledgedVotes = ({ votes }: Ledger): VoteEntry[] =>
  [...votes.values()].filter(({ acknowledged }) => acknowledged !== null)
