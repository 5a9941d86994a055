import type { Outcome } from '@answerable/contracts/impact'
import { boycottPath, businessPath, pages } from '@answerable/contracts/pages'
import { withoutMarks } from '@answerable/contracts/without-marks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { OutsideLink } from '../../ui/linked-text.tsx'
import { longDate } from '../../ui/long-date.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { StatusChip } from '../submissions/status-chip.tsx'
import { impactQueries } from './impact-queries.ts'

/** Every demand that was met, and how that is known. */
export const OutcomeList = ({ page }: { page: number }) => {
  const list = useQuery(impactQueries.outcomes(page))
  return (
    <PagedList
      page={page}
      list={list}
      what="demands that were met"
      empty={
        <p className="text-soft">
          No demand has been met yet. When one is, anyone can report it in the timeline of its
          boycott, and it appears here once an administrator has checked the source.
        </p>
      }
      addressOf={(next) => (next === 1 ? pages.impact : `${pages.impact}?page=${next}`)}
    >
      {(rows) => (
        <ul className="outcomes" aria-busy={list.isPlaceholderData}>
          {rows.map((outcome) => (
            <OutcomeItem key={outcome.submission.id} outcome={outcome} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const OutcomeItem = ({ outcome }: { outcome: Outcome }) => {
  const { submission, date, text, source } = outcome
  const { id, targetName, business, demand, status } = submission
  return (
    <li className="outcome">
      <h3 className="row-target">
        <Link to={boycottPath(id)}>{targetName}</Link> <StatusChip status={status} />
      </h3>
      {business.name !== targetName && (
        <p className="text-sm text-soft">
          <Link className="link" to={businessPath(business.slug)}>
            {business.name}
          </Link>
        </p>
      )}
      {demand !== null && (
        <p className="mt-1">
          <span className="text-soft">Demand:</span> <bdi>{withoutMarks(demand)}</bdi>
        </p>
      )}
      <p className="mt-1">
        <span className="text-soft">Outcome:</span> <bdi>{text}</bdi>
      </p>
      <p className="mt-1 text-sm text-soft wrap-anywhere">
        <time dateTime={date}>{longDate(date)}</time>. Source:{' '}
        <OutsideLink href={source}>{source}</OutsideLink>
      </p>
    </li>
  )
}
