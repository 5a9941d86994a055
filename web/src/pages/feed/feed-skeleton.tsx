import { SlowNotice } from '../../ui/slow-notice.tsx'

const skeletonRows = Array.from({ length: 10 }, (_, index) => index)

/** Placeholder for the total. */
export const TotalSkeleton = () => <div className="bone h-4 w-40" aria-hidden="true" />

/** As tall as the rows that replace it, to avoid layout shifts. */
export const FeedSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading submissions</span>
    <SlowNotice />
    <div className="rows" aria-hidden="true">
      {skeletonRows.map((row) => (
        <div key={row} className="row" data-skeleton="row">
          <span className="row-rank" />
          <div className="vote">
            <div className="bone mx-auto my-auto h-14 w-6" />
          </div>
          <div className="row-text">
            <div className="row-head">
              <div className="bone h-5 w-1/2" />
            </div>
            <div className="bone mt-2.5 h-3.5 w-full max-w-[72ch]" />
            <div className="bone mt-2 h-3.5 w-4/5 max-w-[60ch]" />
            <div className="row-foot">
              <div className="bone h-3.5 w-56" />
            </div>
          </div>
        </div>
      ))}
    </div>
  </div>
)
