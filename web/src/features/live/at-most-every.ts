/**
 * Runs an action at most once per interval, and only while the page can be seen: what is asked for in
 * between, or in a hidden tab, happens once at the next occasion.
 */
export const atMostEvery = (intervalMilliseconds: number, action: () => void, page: Document) => {
  let earliest = 0
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    timer = undefined
    if (!isWanted || page.hidden) return
    isWanted = false
    earliest = Date.now() + intervalMilliseconds
    action()
  }
  const schedule = () => {
    if (timer === undefined && isWanted && !page.hidden) {
      timer = setTimeout(run, Math.max(0, earliest - Date.now()))
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
