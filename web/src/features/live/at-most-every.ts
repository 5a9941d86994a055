/**
 * Runs an action at most once per interval, and only while the page can be seen: what is asked for in
 * between, or in a hidden tab, happens once at the next occasion. Each time it waits a part of `spread`
 * longer, for all open pages are told to ask at the same moment. What the action gets may be as old as
 * `age`: what was asked for less long ago may be missing from it, and so it runs once more.
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
  let askedAt = 0
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    timer = undefined
    if (!isWanted || page.hidden) return
    const now = performance.now()
    isWanted = now - askedAt < options.ageMilliseconds
    earliest = now + options.intervalMilliseconds
    options.action()
    schedule()
  }
  const schedule = () => {
    if (timer === undefined && isWanted && !page.hidden) {
      const wait = Math.max(0, earliest - performance.now())
      timer = setTimeout(run, wait + Math.random() * options.spreadMilliseconds)
    }
  }
  page.addEventListener('visibilitychange', schedule)

  return {
    ask: () => {
      askedAt = performance.now()
      isWanted = true
      schedule()
    },
    stop: () => {
      isWanted = false
      page.removeEventListener('visibilitychange', schedule)
      clearTimeout(timer)
    },
  }
}
