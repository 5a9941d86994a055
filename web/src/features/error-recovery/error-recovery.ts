import { watchingEvent } from '../../boot/start-events.ts'
import { reloadOnce } from './reload-once.ts'
import { isMissingChunk, type UnhandledError } from './unhandled-error.ts'
import { watchErrors } from './watch-errors.ts'

/**
 * Starts to listen for errors. The overlay is loaded while the network is idle, so that it is available when
 * the network is not.
 */
export const startErrorRecovery = () => {
  const loadOverlay = () => import('./open-overlay.tsx')
  const loadLater = () => setTimeout(() => void loadOverlay().catch(() => {}), 5_000)
  // The load event of a prerendered page may be over before the application is requested.
  if (document.readyState === 'complete') loadLater()
  else addEventListener('load', loadLater, { once: true })
  const recovery = watchErrors({
    show: async (error: UnhandledError) => (await loadOverlay()).openOverlay(error),
    // Offline, a page that cannot be loaded shows its own message.
    handle: async (error) => isMissingChunk(error) && (!navigator.onLine || (await reloadOnce())),
    now: Date.now,
  })
  dispatchEvent(new Event(watchingEvent))
  return recovery
}
