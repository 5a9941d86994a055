import type { Submission } from '@answerable/contracts/submissions'
import type { Pool } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import { outcomeOf, smallerGroups } from './rules.ts'
import { type Ballot, castVotes, type VotedSubmission } from './store.ts'

/** Writes ballots of one kind: votes or joins. */
export type VoteBatcher = {
  /** Resolves once the ballot, or a later one of the same voter that replaced it, is committed. */
  cast: (ballot: Ballot) => Promise<Submission>
}

type Waiting = { ballot: Ballot; outcome: PromiseWithResolvers<Submission> }

const maxWaiting = 5_000
const maxGroup = 500
/** Time to collect ballots after a commit of several, because a commit costs as much as writing ten votes. */
const collectMilliseconds = 8
/** With a lock timeout before and after, still less than the gateway's timeout of four seconds. */
const retryMilliseconds = 2_000

/**
 * Group commit: writes together the votes that arrive while a commit is in progress, and shortly after it if votes
 * arrive together. A vote alone does not wait. One vote per voter and submission waits. A later vote replaces an
 * earlier one, and both calls return the later one.
 */
export const openVoteBatcher = (options: {
  pool: Pool
  onCommit: () => void
  /** Gets the submissions of each commit and the number of its ballots on each of them, by id. */
  onVoted?: (submissions: Iterable<VotedSubmission>, ballots: ReadonlyMap<string, number>) => void
  metrics: Metrics
  /** Votes, by default. */
  kind?: { name: 'votes' | 'joins'; write: typeof castVotes }
}): VoteBatcher => {
  const { pool, onCommit, onVoted, kind = { name: 'votes', write: castVotes } } = options
  const measureGroup = options.metrics.histogram({
    name: `answerable_${kind.name}_per_commit`,
    help: `${kind.name === 'votes' ? 'Votes' : 'Joins'} per commit.`,
    bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  })
  const waiting = new Map<string, Waiting>()
  let isWriting = false

  const cast = (ballot: Ballot): Promise<Submission> => {
    const pair = `${ballot.submissionId} ${ballot.accountId}`
    const earlier = waiting.get(pair)
    if (earlier !== undefined) {
      earlier.ballot = ballot
      return earlier.outcome.promise
    }
    if (waiting.size >= maxWaiting) {
      return Promise.reject(new AppError('unavailable', { retryAfterSeconds: 1 }))
    }
    const outcome = Promise.withResolvers<Submission>()
    waiting.set(pair, { ballot, outcome })
    if (!isWriting) void writeAll()
    return outcome.promise
  }

  const writeAll = async (): Promise<void> => {
    isWriting = true
    // The votes of one call are cast in the same turn.
    await Promise.resolve()
    while (waiting.size > 0) {
      const group = takeGroup()
      await write(group, null)
      if (group.length > 1 && waiting.size < maxGroup) await collected()
    }
    isWriting = false
  }

  const collected = (): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, collectMilliseconds))

  const takeGroup = (): Waiting[] => {
    const pairs = waiting.entries().take(maxGroup).toArray()
    for (const [pair] of pairs) waiting.delete(pair)
    return pairs.map(([, item]) => item)
  }

  /** Never rejects: an error rejects the votes that it concerns. */
  const write = async (group: Waiting[], retryUntil: number | null): Promise<void> => {
    try {
      const tallies = await kind.write(
        pool,
        group.map(({ ballot }) => ballot),
      )
      measureGroup({}, group.length)
      onCommit()
      onVoted?.(tallies.values(), ballotsBySubmission(group))
      for (const { ballot, outcome } of group) {
        const result = outcomeOf(ballot, tallies.get(ballot.submissionId))
        if (result instanceof AppError) outcome.reject(result)
        else outcome.resolve(result)
      }
    } catch (error) {
      await retry(group, error, retryUntil ?? performance.now() + retryMilliseconds)
    }
  }

  const retry = async (group: Waiting[], error: unknown, until: number): Promise<void> => {
    const parts = performance.now() > until ? [] : smallerGroups(group, error)
    if (parts.length === 0) for (const { outcome } of group) outcome.reject(error)
    for (const part of parts) await write(part, until)
  }

  return { cast }
}

const ballotsBySubmission = (group: readonly Waiting[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { ballot } of group)
    counts.set(ballot.submissionId, (counts.get(ballot.submissionId) ?? 0) + 1)
  return counts
}
