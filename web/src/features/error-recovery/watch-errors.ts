import { followActions } from './last-action.ts'
import { isOwnTrouble, type Trouble, troubleOf } from './trouble.ts'

const mostPerMinute = 5

type Wires = {
  /** Shows the overlay. Resolves when it is closed. */
  show: (trouble: Trouble) => Promise<void>
  /** Handles an error itself, for example by reloading after a release. Returns whether it did. */
  settle: (trouble: Trouble) => Promise<boolean>
  now: () => number
}

/**
 * Listens for unhandled errors. Shows one overlay at a time and a few per minute: an error while one is open,
 * for instance in the overlay itself, opens no other.
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
  // Navigating away aborts the page's requests.
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
