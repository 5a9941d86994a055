/** The writes that the site has acknowledged, to compare with its tables. */
export type Ledger = {
  readonly votes: Map<string, VoteEntry>
  /** Comments and submissions by their unique text; flags by member and submission. */
  readonly comments: Map<string, Entry>
  readonly submissions: Map<string, Entry>
  readonly flags: Map<string, Entry>
}

export type Entry = { isAcknowledged: boolean }

/** One member's vote on one submission; one request at a time. */
export type VoteEntry = {
  readonly memberId: string
  readonly submissionId: string
  /** The last acknowledged value. */
  acknowledged: 1 | -1 | null
  /** Sent later, with unknown result. */
  sent: 1 | -1 | null
}

export const newLedger = (): Ledger => ({
  votes: new Map(),
  comments: new Map(),
  submissions: new Map(),
  flags: new Map(),
})

/** A snapshot of the expected rows; later acknowledgements do not change it. */
export const acknowledgedIn = (entries: ReadonlyMap<string, Entry>): string[] =>
  [...entries].filter(([, { isAcknowledged }]) => isAcknowledged).map(([name]) => name)

export const acknowledgedVotes = ({ votes }: Ledger): VoteEntry[] =>
  [...votes.values()].filter(({ acknowledged }) => acknowledged !== null)
