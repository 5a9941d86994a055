import type { Submission, VoteValue } from '@answerable/contracts/submissions'

/** The vote to send; null withdraws the vote. */
export type PendingVote = VoteValue | null

type Entry = {
  wish: PendingVote
  /** Version of the response to this vote. From it on the page shows the server's figures. */
  settledVersion: number | undefined
}

export type VoteQueue = {
  want: (id: string, wish: PendingVote) => void
  isPending: (id: string) => boolean
  entry: (id: string) => Entry | undefined
  subscribe: (listener: () => void) => () => void
}

type Wires = {
  send: (id: string, wish: PendingVote) => Promise<Submission>
  /** Called with the response to the last vote, before subscribers are notified. */
  onSettled: (answer: Submission) => void
  onFailed: (id: string, error: unknown) => void
}

/**
 * Sends one request at a time per submission. Clicks during a request replace one pending vote, which is sent
 * next. So the server ends with the last choice, after as few requests as possible.
 */
export const createVoteQueue = ({ send, onSettled, onFailed }: Wires): VoteQueue => {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const isPending = (id: string) => {
    const entry = entries.get(id)
    return entry !== undefined && entry.settledVersion === undefined
  }

  const run = async (id: string) => {
    for (;;) {
      const sent = entries.get(id)?.wish ?? null
      const outcome = await send(id, sent).then(
        (answer) => ({ answer }) as const,
        (error: unknown) => ({ error }) as const,
      )
      const wish = entries.get(id)?.wish ?? null
      if (wish !== sent) continue
      if ('answer' in outcome) {
        entries.set(id, { wish, settledVersion: outcome.answer.version })
        onSettled(outcome.answer)
      } else {
        entries.delete(id)
        onFailed(id, outcome.error)
      }
      notify()
      return
    }
  }

  return {
    want(id, wish) {
      const alreadyRunning = isPending(id)
      entries.set(id, { wish, settledVersion: undefined })
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
  held: Pick<Submission, 'score' | 'userVote' | 'version'>,
  entry: Entry | undefined,
): Shown => {
  const isAnswered =
    entry === undefined ||
    (entry.settledVersion !== undefined && held.version >= entry.settledVersion)
  if (isAnswered) return { score: held.score, userVote: held.userVote }
  return {
    score: held.score - (held.userVote ?? 0) + (entry.wish ?? 0),
    userVote: entry.wish,
  }
}

/** Clicking the active arrow withdraws the vote. */
export const voteAfterClick = (current: PendingVote, arrow: VoteValue): PendingVote =>
  current === arrow ? null : arrow
