import type { Submission, VoteValue } from '@answerable/contracts/submissions'

/** The vote to send; null withdraws the vote. */
export type PendingVote = VoteValue | null

type Entry = {
  pendingVote: PendingVote
  /** Version of the response to this vote. From it on the page shows the server's figures. */
  confirmedVersion: number | undefined
}

export type VoteQueue = {
  setVote: (id: string, pendingVote: PendingVote) => void
  isPending: (id: string) => boolean
  entry: (id: string) => Entry | undefined
  subscribe: (listener: () => void) => () => void
}

type Options = {
  send: (id: string, pendingVote: PendingVote) => Promise<Submission>
  /** Called with the response to the last vote, before subscribers are notified. */
  onConfirmed: (response: Submission) => void
  onFailed: (id: string, error: unknown) => void
}

/**
 * Sends one request at a time per submission. Clicks during a request replace one pending vote, which is sent
 * next. So the server ends with the last choice, after as few requests as possible.
 */
export const createVoteQueue = ({ send, onConfirmed, onFailed }: Options): VoteQueue => {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const isPending = (id: string) => {
    const entry = entries.get(id)
    return entry !== undefined && entry.confirmedVersion === undefined
  }

  const run = async (id: string) => {
    for (;;) {
      const sent = entries.get(id)?.pendingVote ?? null
      const outcome = await send(id, sent).then(
        (response) => ({ response }) as const,
        (error: unknown) => ({ error }) as const,
      )
      const pendingVote = entries.get(id)?.pendingVote ?? null
      if (pendingVote !== sent) continue
      if ('response' in outcome) {
        entries.set(id, { pendingVote, confirmedVersion: outcome.response.version })
        onConfirmed(outcome.response)
      } else {
        entries.delete(id)
        onFailed(id, outcome.error)
      }
      notify()
      return
    }
  }

  return {
    setVote(id, pendingVote) {
      const alreadyRunning = isPending(id)
      entries.set(id, { pendingVote, confirmedVersion: undefined })
      notify()
      if (!alreadyRunning) void run(id)
    },
    isPending,
    entry: (id) => entries.get(id),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Shown = { score: number; userVote: PendingVote }

/** Score and vote to show: the server's figures plus a vote that is not confirmed yet. */
export const shownVote = (
  submission: Pick<Submission, 'score' | 'userVote' | 'version'>,
  entry: Entry | undefined,
): Shown => {
  const isConfirmed =
    entry === undefined ||
    (entry.confirmedVersion !== undefined && submission.version >= entry.confirmedVersion)
  if (isConfirmed) return { score: submission.score, userVote: submission.userVote }
  return {
    score: submission.score - (submission.userVote ?? 0) + (entry.pendingVote ?? 0),
    userVote: entry.pendingVote,
  }
}

/** Clicking the active arrow withdraws the vote. */
export const voteAfterClick = (current: PendingVote, arrow: VoteValue): PendingVote =>
  current === arrow ? null : arrow
