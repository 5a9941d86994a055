import type { Submission } from '@answerable/contracts/submissions'

/** A choice of the viewer on a submission: a vote, or whether to take part. */
export type Entry<Choice> = {
  choice: Choice
  /** Version of the response to this choice. From it on the page shows the server's figures. */
  confirmedVersion: number | undefined
}

export type ChoiceQueue<Choice> = {
  set: (id: string, choice: Choice) => void
  isPending: (id: string) => boolean
  entry: (id: string) => Entry<Choice> | undefined
  subscribe: (listener: () => void) => () => void
}

type Options<Choice> = {
  send: (id: string, choice: Choice) => Promise<Submission>
  /** Called with the response to the last choice, before subscribers are notified. */
  onConfirmed: (response: Submission) => void
  onFailed: (id: string, error: unknown) => void
}

/**
 * Sends one request at a time per submission. Clicks during a request replace one pending choice, which is sent
 * next. So the server ends with the last choice, after as few requests as possible.
 */
export const createChoiceQueue = <Choice>({
  send,
  onConfirmed,
  onFailed,
}: Options<Choice>): ChoiceQueue<Choice> => {
  const entries = new Map<string, Entry<Choice>>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const isPending = (id: string) => {
    const entry = entries.get(id)
    return entry !== undefined && entry.confirmedVersion === undefined
  }

  const run = async (id: string, first: Choice) => {
    let sent = first
    for (;;) {
      const outcome = await send(id, sent).then(
        (response) => ({ response }) as const,
        (error: unknown) => ({ error }) as const,
      )
      const entry = entries.get(id)
      // A choice may be null.
      const choice = entry === undefined ? sent : entry.choice
      if (choice !== sent) {
        sent = choice
        continue
      }
      if ('response' in outcome) {
        entries.set(id, { choice, confirmedVersion: outcome.response.version })
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
    set(id, choice) {
      const alreadyRunning = isPending(id)
      entries.set(id, { choice, confirmedVersion: undefined })
      notify()
      if (!alreadyRunning) void run(id, choice)
    },
    isPending,
    entry: (id) => entries.get(id),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The choice that the page shows instead of the submission's, until the submission is as new as the response. */
export const unconfirmed = <Choice>(
  { version }: Pick<Submission, 'version'>,
  entry: Entry<Choice> | undefined,
): Entry<Choice> | undefined => {
  const isConfirmed =
    entry === undefined ||
    (entry.confirmedVersion !== undefined && version >= entry.confirmedVersion)
  return isConfirmed ? undefined : entry
}
