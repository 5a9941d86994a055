import { LRUCache } from 'lru-cache'

/** Whether a vote exceeds the usual number of its network on a submission. */
export type BurstWatch = (vote: {
  submissionId: string
  /** The mailbox: its accounts are one voter. */
  voterId: string
  network: string | null
}) => boolean

const hourMilliseconds = 3_600_000
const usualVoters = 20
const maxWatched = 20_000

/**
 * Counts the voters from one network on one submission within an hour, in this process only. The count is used only
 * to mark unusual activity. `cast_votes` counts everything that must be exact.
 */
export const watchBursts = (clock: () => number = () => performance.now()): BurstWatch => {
  const watched = new LRUCache<string, { until: number; voters: Set<string> }>({ max: maxWatched })
  return ({ submissionId, voterId, network }) => {
    if (network === null) return false
    const key = `${submissionId} ${network}`
    const now = clock()
    const known = watched.peek(key)
    const current =
      known !== undefined && now < known.until
        ? known
        : { until: now + hourMilliseconds, voters: new Set<string>() }
    if (current !== known) watched.set(key, current)
    if (current.voters.has(voterId)) return false
    if (current.voters.size >= usualVoters) return true
    current.voters.add(voterId)
    return false
  }
}
