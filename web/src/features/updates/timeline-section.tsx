import type { Submission } from '@answerable/contracts/submissions'
import { lazy, Suspense } from 'react'
import { useHydrated } from '../../platform/hydrated.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'

const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }))
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
    <LoadedTimeline id={id} />
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

/** Loaded after the page, which is prerendered in one piece. */
const LoadedTimeline = ({ id }: { id: string }) => {
  const isHydrated = useHydrated()
  const waiting = <div className="occurrences occurrences-waiting" aria-busy="true" />
  if (!isHydrated) return waiting
  return (
    <Suspense fallback={waiting}>
      <Timeline id={id} />
    </Suspense>
  )
}
