import { reloadOnce } from './reload-once.ts'
import { isMissingChunk, type Trouble } from './trouble.ts'
import { watchErrors } from './watch-errors.ts'

/** Starts to follow errors; the overlay itself is fetched while nothing else is, so that it is there when the network is not. */
export const startErrorRecovery = () => {
  const loadOverlay = () => import('./open-overlay.tsx')
  addEventListener('load', () => setTimeout(() => void loadOverlay().catch(() => {}), 5_000), {
    once: true,
  })
  return watchErrors({
    show: async (trouble: Trouble) => (await loadOverlay()).openOverlay(trouble),
    // Offline a page that does not come says so in its own place.
    settle: async (trouble) =>
      isMissingChunk(trouble) && (!navigator.onLine || (await reloadOnce())),
    now: Date.now,
  })
}
