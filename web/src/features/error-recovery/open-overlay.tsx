import { createRoot } from 'react-dom/client'
import { describeError } from './describe-error.ts'
import { fetchSuggestions, reportOf } from './error-report.ts'
import { RecoveryOverlay } from './recovery-overlay.tsx'
import type { UnhandledError } from './unhandled-error.ts'

/**
 * Renders the overlay outside the application, which the error may have stopped. Resolves when it is closed.
 */
export const openOverlay = (error: UnhandledError): Promise<void> =>
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
    const report = reportOf(error)
    root.render(
      <RecoveryOverlay
        summary={describeError(error)}
        report={report}
        advice={fetchSuggestions(report)}
        onClose={close}
      />,
    )
  })
