import { followActions } from './last-action.ts'
import { isOwnError, type UnhandledError, unhandledErrorOf } from './unhandled-error.ts'

const maxPerMinute = 5

type Options = {
  /** Shows the overlay. Resolves when it is closed. */
  show: (error: UnhandledError) => Promise<void>
  /** Handles an error itself, for example by reloading after a release. Returns whether it did. */
  handle: (error: UnhandledError) => Promise<boolean>
  now: () => number
}

/**
 * Listens for unhandled errors. Shows one overlay at a time and a few per minute: an error while one is open,
 * for instance in the overlay itself, opens no other.
 */
export const watchErrors = ({ show, handle, now }: Options) => {
  const actions = followActions(document)
  const stopping = new AbortController()
  const until = { signal: stopping.signal }
  let shownAt: readonly number[] = []
  let isShown = false
  let isLeaving = false

  const mayShow = (): boolean => {
    shownAt = shownAt.filter((time) => time > now() - 60_000)
    return !isShown && !isLeaving && shownAt.length < maxPerMinute
  }
  const follow = async (error: UnhandledError) => {
    isShown = true
    try {
      if (await handle(error)) return
      shownAt = [...shownAt, now()]
      await show(error)
    } catch (failure) {
      console.debug('The error could not be shown.', failure)
    } finally {
      isShown = false
    }
  }
  const report = (thrown: unknown, source?: string) => {
    if (!mayShow()) return
    const error = unhandledErrorOf(thrown, { source, userAction: actions.last(), at: now() })
    if (isOwnError(error)) void follow(error)
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
