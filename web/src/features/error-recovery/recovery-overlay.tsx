import type { ErrorReport, Suggestion } from '@answerable/contracts/diagnostics'
import { Suspense, use, useId } from 'react'
import { useModal } from '../../ui/use-modal.ts'
import { SuggestionItem } from './suggestion-item.tsx'
import '../../styles/recovery.css'

type RecoveryOverlayProps = {
  summary: string
  report: ErrorReport
  advice: Promise<readonly Suggestion[]>
  onClose: () => void
}

export const RecoveryOverlay = ({ summary, report, advice, onClose }: RecoveryOverlayProps) => {
  const modal = useModal(onClose)
  const titleId = useId()
  const summaryId = useId()
  return (
    <dialog {...modal} className="dialog" aria-labelledby={titleId} aria-describedby={summaryId}>
      <div className="dialog-panel recovery">
        <h2 id={titleId} className="dialog-title">
          Smart Error Recovery
        </h2>
        <p id={summaryId} className="mt-2 text-pretty">
          {summary}
        </p>
        <p className="mt-2 intro">
          Refreshing the page usually helps. Any boycott or comment you were writing is saved in
          this browser.
        </p>
        <section className="recovery-advice" aria-live="polite">
          <h3 className="sr-only">Suggestions</h3>
          <Suspense fallback={<LoadingSuggestions />}>
            <Advice advice={advice} />
          </Suspense>
        </section>
        <details className="recovery-report">
          <summary>Data sent to find these suggestions</summary>
          <SentReport report={report} />
        </details>
        <div className="recovery-actions">
          <button type="button" className="button-secondary" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            className="button-primary"
            data-initial-focus
            onClick={() => location.reload()}
          >
            Refresh Page
          </button>
        </div>
      </div>
    </dialog>
  )
}

const LoadingSuggestions = () => (
  <div aria-busy="true">
    <p className="text-soft">Looking for suggestions…</p>
    <div className="progress mt-3" />
  </div>
)

const Advice = ({ advice }: Pick<RecoveryOverlayProps, 'advice'>) => {
  const suggestions = use(advice)
  if (suggestions.length === 0) {
    return <p className="font-semibold">No specific suggestions available for this error.</p>
  }
  return (
    <ol>
      {suggestions.map((suggestion, index) => (
        <SuggestionItem key={suggestion.title} suggestion={suggestion} isFirst={index === 0} />
      ))}
    </ol>
  )
}

const SentReport = ({ report }: Pick<RecoveryOverlayProps, 'report'>) => (
  <>
    <p className="mt-1 text-sm intro">
      Your browser removed addresses, tokens, codes and quoted text before sending it.
    </p>
    <dl className="facts recovery-facts">
      <dt>Error</dt>
      <dd>
        {report.errorType}: {report.errorMessage}
      </dd>
      <dt>Last action</dt>
      <dd>{report.userAction ?? 'None'}</dd>
      <dt>Time</dt>
      <dd>{report.timestamp}</dd>
      {report.stackTrace && (
        <>
          <dt>Stack trace</dt>
          <dd className="whitespace-pre-line">{report.stackTrace}</dd>
        </>
      )}
    </dl>
  </>
)
