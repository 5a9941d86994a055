import type { ErrorGroup } from '@answerable/contracts/diagnostics'
import { counted } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Sparkline } from './sparkline.tsx'

/** One error group: number of reports, first and latest time, place, and the suggestions shown to users. */
export const ErrorGroupItem = ({ group }: { group: ErrorGroup }) => {
  const { example } = group
  return (
    <li className="record error-group">
      <div className="min-w-0">
        <h2 className="error-title">
          <span className="font-semibold">{example.errorType}</span>: {example.errorMessage}
        </h2>
        <p className="review-origin">
          <span className="figure">{counted(group.reports, 'report')}</span>
          <span>
            first seen <RelativeTime at={group.firstSeenAt} />
          </span>
          <span>
            last seen <RelativeTime at={group.lastSeenAt} />
          </span>
          <span>Release {group.release === null ? 'unknown' : <code>{group.release}</code>}</span>
        </p>
        <p className="mt-1">
          <span className="text-soft">Suggestion shown: </span>
          {group.suggestion ?? 'none (no rule matches this error)'}
        </p>
        <details className="example">
          <summary className="quiet-link">Last report</summary>
          {example.userAction !== null && <p className="mt-1">Last action: {example.userAction}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must take the keys */}
          <pre tabIndex={0}>{example.stackTrace ?? 'No stack trace was sent.'}</pre>
        </details>
      </div>
      <dl className="trends">
        <div>
          <dt>24 hours</dt>
          <dd>
            <Sparkline counts={group.perHour} label="Reports per hour, last 24 hours" />
          </dd>
        </div>
        <div>
          <dt>30 days</dt>
          <dd>
            <Sparkline counts={group.perDay} label="Reports per day, last 30 days" />
          </dd>
        </div>
      </dl>
    </li>
  )
}
