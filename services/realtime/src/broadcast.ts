import type { EventPayload, submissionChanged } from '@answerable/contracts/events'
import type { LiveMessage } from '@answerable/contracts/live'

export type Change = EventPayload<typeof submissionChanged>

export type Broadcast = {
  /** Takes a change to be told of. */
  take: (change: Change) => void
  /** What was sent in the last seconds, the latest of each submission: a page that opens may have missed it. */
  recent: () => readonly LiveMessage[]
  stop: () => void
}

/** What is known of a submission's telling. `toldAt` is in milliseconds. */
type Told = { message: LiveMessage; toldAt: number }

/** Sends follow each other no closer than this, so that one write tells of several submissions. */
const batchMilliseconds = 50
const remembered = 10_000
/** A page may be a second old when it comes, and needs a while to connect. */
const recentMilliseconds = 5_000
const mostRecent = 200

/**
 * Turns changes into messages: the first of a submission at once, those within the window after it as one
 * at its end. A version never follows a higher one. What carries more than numbers is told without them,
 * even when it comes late, for a page must then refetch.
 */
export const startBroadcast = (options: {
  windowMilliseconds: number
  send: (messages: readonly LiveMessage[]) => void
}): Broadcast => {
  const told = new Map<string, Told>()
  const pending = new Map<string, LiveMessage>()
  let timer: { handle: NodeJS.Timeout; at: number } | null = null
  let lastSentAt = Number.NEGATIVE_INFINITY

  const dueAt = (submissionId: string): number => {
    const last = told.get(submissionId)
    return Math.max(
      last === undefined ? 0 : last.toldAt + options.windowMilliseconds,
      lastSentAt + batchMilliseconds,
    )
  }

  const flushAt = (at: number): void => {
    if (timer !== null && timer.at <= at) return
    if (timer !== null) clearTimeout(timer.handle)
    timer = { handle: setTimeout(flush, Math.max(0, at - performance.now())), at }
  }

  const flush = (): void => {
    timer = null
    const now = performance.now()
    const due = [...pending.values()].filter(({ submissionId }) => dueAt(submissionId) <= now)
    for (const message of due) {
      pending.delete(message.submissionId)
      remember({ message, toldAt: now })
    }
    if (due.length > 0) {
      lastSentAt = now
      options.send(due)
    }
    for (const submissionId of pending.keys()) flushAt(dueAt(submissionId))
  }

  const remember = (state: Told): void => {
    const { submissionId } = state.message
    told.delete(submissionId)
    told.set(submissionId, state)
    if (told.size <= remembered) return
    const [oldest] = told.keys()
    if (oldest !== undefined) told.delete(oldest)
  }

  return {
    take: (change) => {
      const waiting = pending.get(change.submissionId)
      const known = waiting?.version ?? told.get(change.submissionId)?.message.version ?? -1
      const isLateDecision = change.version < known && change.cause !== 'numbers'
      if (change.version <= known && !isLateDecision) return
      const mustRefetch =
        change.cause !== 'numbers' || (waiting !== undefined && waiting.score === undefined)
      pending.set(change.submissionId, {
        type: 'VOTE_UPDATE',
        submissionId: change.submissionId,
        version: Math.max(change.version, known),
        ...(mustRefetch ? {} : { score: change.score, commentCount: change.commentCount }),
      })
      flushAt(dueAt(change.submissionId))
    },
    recent: () => {
      const since = performance.now() - recentMilliseconds
      return [...told.values()]
        .slice(-mostRecent)
        .filter(({ toldAt }) => toldAt >= since)
        .map(({ message }) => message)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer.handle)
      pending.clear()
    },
  }
}
