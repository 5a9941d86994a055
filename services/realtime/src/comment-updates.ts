import type { CommentChange } from '@answerable/contracts/events'
import type { CommentMessage } from '@answerable/contracts/live'

export type CommentUpdates = {
  /** Queues a change to be sent. */
  take: (change: CommentChange) => void
  /** The messages of the last seconds, for a page that opened since. */
  recent: () => readonly CommentMessage[]
  stop: () => void
}

type Sent = { message: CommentMessage; version: number; sentAt: number }

/** One write to the sockets covers all changes in this time. */
const batchMilliseconds = 50
/** A page refetches data that arrived more than five seconds before; it may be seconds older than that. */
const recentMilliseconds = 10_000
const remembered = 1_000
const maxRecent = 200

/**
 * Turns changes of comments into messages. A version is never sent after a higher one. Marks are not sent, because
 * every open page would refetch the comments.
 */
export const startCommentUpdates = (options: {
  send: (messages: readonly CommentMessage[]) => void
}): CommentUpdates => {
  const sent = new Map<string, Sent>()
  const pending = new Map<string, Sent>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    timer = undefined
    for (const [id, one] of pending) {
      sent.delete(id)
      sent.set(id, { ...one, sentAt: performance.now() })
    }
    const messages = [...pending.values()].map(({ message }) => message)
    pending.clear()
    for (const id of [...sent.keys()].slice(0, Math.max(0, sent.size - remembered))) sent.delete(id)
    options.send(messages)
  }

  return {
    take: ({ commentId, submissionId, state, version, cause }) => {
      if (cause === 'helpful') return
      const known = pending.get(commentId) ?? sent.get(commentId)
      if (known !== undefined && known.version >= version) return
      const message = { type: 'COMMENT_UPDATE', submissionId, commentId, state } as const
      pending.set(commentId, { message, version, sentAt: 0 })
      timer ??= setTimeout(flush, batchMilliseconds)
    },
    recent: () => {
      const since = performance.now() - recentMilliseconds
      return [...sent.values()]
        .slice(-maxRecent)
        .filter(({ sentAt }) => sentAt >= since)
        .map(({ message }) => message)
    },
    stop: () => {
      clearTimeout(timer)
      pending.clear()
    },
  }
}
