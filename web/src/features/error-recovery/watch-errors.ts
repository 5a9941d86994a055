import { followActions } from './last-action.ts'
import { isOwnTrouble, type Trouble, troubleOf } from './trouble.ts'

const mostPerMinute = 5

type Wires = {
  /** Shows the overlay; resolves when it has been closed. */
  show: (trouble: Trouble) => Promise<void>
  /** Takes a trouble for itself, for example by reloading after a release. */
  settle: (trouble: Trouble) => Promise<boolean>
  now: () => number
}

/**
 * Follows every error that nothing handles. One overlay at a time, a few a minute: what goes wrong while
 * one is open, with the overlay itself for instance, opens no other.
 */
export const watchErrors = ({ show, settle, now }: Wires) => {
  const actions = followActions(document)
  const stopping = new AbortController()
  const until = { signal: stopping.signal }
  let shownAt: readonly number[] = []
  let isShown = false
  let isLeaving = false

  const mayShow = (): boolean => {
    shownAt = shownAt.filter((time) => time > now() - 60_000)
    return !isShown && !isLeaving && shownAt.length < mostPerMinute
  }
  const follow = async (trouble: Trouble) => {
    isShown = true
    try {
      if (await settle(trouble)) return
      shownAt = [...shownAt, now()]
      await show(trouble)
    } catch (failure) {
      console.debug('The error could not be shown.', failure)
    } finally {
      isShown = false
    }
  }
  const report = (thrown: unknown, source?: string) => {
    if (!mayShow()) return
    const trouble = troubleOf(thrown, { source, userAction: actions.last(), at: now() })
    if (isOwnTrouble(trouble)) void follow(trouble)
  }

  addEventListener(
    'error',
    (event) => report(event.error ?? event.message, event.filename || undefined),
    until,
  )
  addEventListener('unhandledrejection', ({ reason }) => report(reason), until)
  // A page that is being left breaks off its requests.
  addEventListener(
    'pagehide',
    () => {
      isLeaving = true
    },
    until,
  )
  addEventListener(
    'pageshow',
    () => {
      isLeaving = false
    },
    until,
  )

  return {
    report,
    stop: () => {
      stopping.abort()
      actions.stop()
    },
  }
}
