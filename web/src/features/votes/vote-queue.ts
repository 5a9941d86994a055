import type { Submission, VoteValue } from '@answerable/contracts/submissions'

/** What a person wants their vote to be; null is no vote. */
export type PendingVote = VoteValue | null

type Entry = {
  wish: PendingVote
  /** Set once the server has answered for this wish: from that version on its own figures are shown. */
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
  /** The server's answer for the last wish, before it is shown. */
  onSettled: (answer: Submission) => void
  onFailed: (id: string, error: unknown) => void
}

/**
 * One request under way per submission, and behind it a queue of one: whatever is clicked meanwhile, only
 * the last wish is sent next. So the last wish is what the server ends with, in as few requests as can be.
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

/** Score and vote as the page shows them: the server's, with a wish that it has not yet answered on top. */
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

/** Clicking the arrow that is already active takes the vote back. */
export const voteAfterClick = (current: PendingVote, arrow: VoteValue): PendingVote =>
  current === arrow ? null : arrow
