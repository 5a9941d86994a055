import type { SubmissionChange } from '@answerable/contracts/events'
import type { LiveMessage } from '@answerable/contracts/live'

export type Broadcast = {
  /** Queues a change to be sent. */
  take: (change: SubmissionChange) => void
  /** The latest message of each submission in the last seconds, for a page that opened since. */
  recent: () => readonly LiveMessage[]
  stop: () => void
}

/** The last message about a submission. `sentAt` is in milliseconds. */
type Sent = { message: LiveMessage; sentAt: number }

/** The minimum time between sends, so that one message covers several submissions. */
const batchMilliseconds = 50
const remembered = 10_000
/** A page refetches data that arrived more than five seconds before; it may be seconds older than that. */
const recentMilliseconds = 10_000
const maxRecent = 200

/**
 * Turns changes into messages: the first of a submission immediately, those within the window after it
 * as one message at its end. A version is never sent after a higher one. A change of more than numbers is sent without
 * numbers, even if it is late, because pages must then refetch. Late sections are sent with the newest numbers: during
 * votes they often are late, and all open pages would refetch more than the sections.
 */
export const startBroadcast = (options: {
  windowMilliseconds: number
  send: (messages: readonly LiveMessage[]) => void
}): Broadcast => {
  const sent = new Map<string, Sent>()
  const pending = new Map<string, LiveMessage>()
  let timer: { handle: NodeJS.Timeout; at: number } | null = null
  let lastSentAt = Number.NEGATIVE_INFINITY

  const dueAt = (submissionId: string): number => {
    const last = sent.get(submissionId)
    return Math.max(
      last === undefined ? 0 : last.sentAt + options.windowMilliseconds,
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
      remember({ message, sentAt: now })
    }
    if (due.length > 0) {
      lastSentAt = now
      options.send(due)
    }
    for (const submissionId of pending.keys()) flushAt(dueAt(submissionId))
  }

  const remember = (state: Sent): void => {
    const { submissionId } = state.message
    sent.delete(submissionId)
    sent.set(submissionId, state)
    if (sent.size <= remembered) return
    const [oldest] = sent.keys()
    if (oldest !== undefined) sent.delete(oldest)
  }

  return {
    take: (change) => {
      const waiting = pending.get(change.submissionId)
      const newest = waiting ?? sent.get(change.submissionId)?.message
      const known = newest?.version ?? -1
      const isMore = change.cause !== 'numbers' || change.sections !== undefined
      const isLate = change.version < known && isMore
      if (change.version <= known && !isLate) return
      const figures = isLate ? newest : change
      const mustRefetch =
        change.cause !== 'numbers' ||
        figures?.score === undefined ||
        (waiting !== undefined && waiting.score === undefined)
      pending.set(change.submissionId, {
        type: 'VOTE_UPDATE',
        submissionId: change.submissionId,
        version: Math.max(change.version, known),
        ...(mustRefetch ? {} : { ...figuresOf(figures), ...sectionsOf(waiting, change) }),
      })
      flushAt(dueAt(change.submissionId))
    },
    recent: () => {
      const since = performance.now() - recentMilliseconds
      return [...sent.values()]
        .slice(-maxRecent)
        .filter(({ sentAt }) => sentAt >= since)
        .map(({ message }) => message)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer.handle)
      pending.clear()
    },
  }
}

/** The sections of all changes that one message covers. */
const sectionsOf = (
  ...parts: readonly (Pick<LiveMessage, 'sections'> | undefined)[]
): Pick<LiveMessage, 'sections'> => {
  const sections = new Set(parts.flatMap((part) => part?.sections ?? []))
  return sections.size === 0 ? {} : { sections: [...sections] }
}

type Figures = Pick<LiveMessage, 'score' | 'commentCount' | 'participantCount'>

const figuresOf = ({ score, commentCount, participantCount }: Figures): Figures => ({
  ...{ score, commentCount },
  ...(participantCount === undefined ? {} : { participantCount }),
})
