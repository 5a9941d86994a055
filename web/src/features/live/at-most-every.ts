/**
 * Runs an action at most once per interval, and only while the page can be seen: what is asked for in
 * between, or in a hidden tab, happens once at the next occasion. Each time it waits a part of `spread`
 * longer, for all open pages are told to ask at the same moment.
 */
export const atMostEvery = (options: {
  intervalMilliseconds: number
  spreadMilliseconds: number
  action: () => void
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}) => {
  const { page } = options
  let earliest = 0
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    timer = undefined
    if (!isWanted || page.hidden) return
    isWanted = false
    earliest = Date.now() + options.intervalMilliseconds
    options.action()
  }
  const schedule = () => {
    if (timer === undefined && isWanted && !page.hidden) {
      const wait = Math.max(0, earliest - Date.now())
      timer = setTimeout(run, wait + Math.random() * options.spreadMilliseconds)
    }
  }
  page.addEventListener('visibilitychange', schedule)

  return {
    ask: () => {
      isWanted = true
      schedule()
    },
    stop: () => {
      page.removeEventListener('visibilitychange', schedule)
      clearTimeout(timer)
    },
  }
}
