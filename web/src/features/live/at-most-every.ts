/**
 * Runs an action at most once per interval, and only while the page is visible. Requests in between, or in a
 * hidden tab, are merged into the next run. A random part of `spread` delays each run, because all open pages
 * get messages at the same moment. The action's result may be as old as `age`; if the last request is more
 * recent than that, the action runs once more.
 */
export const atMostEvery = (options: {
  intervalMilliseconds: number
  spreadMilliseconds: number
  ageMilliseconds: number
  action: () => void
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}) => {
  const { page } = options
  let earliest = 0
  let requestedAt = 0
  let isRequested = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    timer = undefined
    if (!isRequested || page.hidden) return
    const now = performance.now()
    isRequested = now - requestedAt < options.ageMilliseconds
    earliest = now + options.intervalMilliseconds
    options.action()
    schedule()
  }
  const schedule = () => {
    if (timer === undefined && isRequested && !page.hidden) {
      const wait = Math.max(0, earliest - performance.now())
      timer = setTimeout(run, wait + Math.random() * options.spreadMilliseconds)
    }
  }
  page.addEventListener('visibilitychange', schedule)

  return {
    ask: () => {
      requestedAt = performance.now()
      isRequested = true
      schedule()
    },
    stop: () => {
      isRequested = false
      page.removeEventListener('visibilitychange', schedule)
      clearTimeout(timer)
    },
  }
}
