import { watchingEvent } from '../../boot/start-events.ts'
import { reloadOnce } from './reload-once.ts'
import { isMissingChunk, type Trouble } from './trouble.ts'
import { watchErrors } from './watch-errors.ts'

/** Starts to follow errors; the overlay itself is fetched while nothing else is, so that it is there when the network is not. */
export const startErrorRecovery = () => {
  const loadOverlay = () => import('./open-overlay.tsx')
  const loadLater = () => setTimeout(() => void loadOverlay().catch(() => {}), 5_000)
  // A page that was drawn in advance may have loaded before the application was asked for.
  if (document.readyState === 'complete') loadLater()
  else addEventListener('load', loadLater, { once: true })
  const recovery = watchErrors({
    show: async (trouble: Trouble) => (await loadOverlay()).openOverlay(trouble),
    // Offline a page that does not come says so in its own place.
    settle: async (trouble) =>
      isMissingChunk(trouble) && (!navigator.onLine || (await reloadOnce())),
    now: Date.now,
  })
  dispatchEvent(new Event(watchingEvent))
  return recovery
}
