import type { Submission } from '@answerable/contracts/submissions'
import { lazy, Suspense } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Timeline } from './timeline.tsx'

const ReportForm = lazy(async () => ({ default: (await import('./report-form.tsx')).ReportForm }))

/** The timeline of a boycott, and the form to report an update. */
export const TimelineSection = ({
  submission: { id, targetName, approved },
}: {
  submission: Pick<Submission, 'id' | 'targetName' | 'approved'>
}) => (
  <section aria-labelledby="timeline">
    <h2 id="timeline" className="section-title">
      Timeline
    </h2>
    <Timeline id={id} />
    {approved && (
      <div className="mt-4">
        <Disclosure
          button="Report an update"
          buttonClass="button-secondary"
          panelClass="suggestion-panel"
        >
          {(close) => (
            <Suspense>
              <ReportForm id={id} targetName={targetName} onClose={close} />
            </Suspense>
          )}
        </Disclosure>
      </div>
    )}
  </section>
)
