import { createRoot } from 'react-dom/client'
import { askAdvice, reportOf } from './error-report.ts'
import { RecoveryOverlay } from './recovery-overlay.tsx'
import type { Trouble } from './trouble.ts'
import { whatHappened } from './what-happened.ts'

/**
 * Renders the overlay outside the application, which the error may have stopped. Resolves when it is closed.
 */
export const openOverlay = (trouble: Trouble): Promise<void> =>
  new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const close = () => {
      root.unmount()
      place.remove()
      resolve()
    }
    const giveUp = (failure: unknown) => {
      console.debug('The overlay failed.', failure)
      place.remove()
      resolve()
    }
    const root = createRoot(place, { onUncaughtError: giveUp })
    const report = reportOf(trouble)
    root.render(
      <RecoveryOverlay
        summary={whatHappened(trouble)}
        report={report}
        advice={askAdvice(report)}
        onClose={close}
      />,
    )
  })
