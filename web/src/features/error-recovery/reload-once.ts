const storageKey = 'answerable-reloaded-at'
const minIntervalMilliseconds = 5 * 60_000

/**
 * Reloads to get the scripts of a new release: at most once in a while, so that a missing script does not
 * cause a loop, and only if the site responds, so that nobody loses a working page to an error page.
 */
export const reloadOnce = async (): Promise<boolean> => {
  if (!navigator.onLine || hasReloadedRecently() || !(await isReachable())) return false
  if (!storeReloadTime()) return false
  location.reload()
  return true
}

const isReachable = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const hasReloadedRecently = (): boolean => {
  try {
    return Date.now() - Number(sessionStorage.getItem(storageKey) ?? 0) < minIntervalMilliseconds
  } catch {
    return true
  }
}

/** Without a stored time nothing would end a loop. */
const storeReloadTime = (): boolean => {
  try {
    sessionStorage.setItem(storageKey, String(Date.now()))
    return true
  } catch {
    return false
  }
}
