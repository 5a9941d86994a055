import { decisionKindWords } from '@answerable/contracts/decision-words'
import { reasonCodes } from '@answerable/contracts/decisions'
import { noticeReasons } from '@answerable/contracts/notices'
import { pages } from '@answerable/contracts/pages'
import { minShownCount, type TransparencyMonth } from '@answerable/contracts/transparency'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { counted, plain } from '../../ui/figures.ts'
import { decisionsOf, duration, noticesOf, shown } from './months.ts'

type Month = TransparencyMonth
type Texts = readonly (readonly string[])[]

/** Everything that is known about a month. */
export const MonthDetail = ({ month }: { month: Month }) => {
  const { flags, medianHours, mediansByKind, decisions, appeals, votes, notices } = month
  return (
    <>
      <dl className="month-figures">
        <Figure label="Flags">{shown(flags)}</Figure>
        <Figure label="Median time from the first flag to the decision">
          {medianHours === null
            ? `not shown for under ${minShownCount} such decisions`
            : duration(medianHours)}
        </Figure>
        <Figure label="Appeals">
          {counted(appeals.received, 'appeal')} received, {plain(appeals.upheld)} rejected,{' '}
          {plain(appeals.overturned)} granted
        </Figure>
        <Figure label="Votes">
          {shown(votes.held)} held, {plain(votes.released)} counted after a review,{' '}
          {plain(votes.voided)} voided
        </Figure>
        <Figure label="Notices of unlawful content">
          {plain(noticesOf(month, 'received'))} received, {plain(noticesOf(month, 'upheld'))}{' '}
          upheld, {plain(noticesOf(month, 'declined'))} declined
        </Figure>
        <Figure label="Official responses of businesses">{plain(month.responses)}</Figure>
      </dl>
      <Table
        title={`Decisions by kind and reason: ${plain(decisionsOf(month))}`}
        empty="There were no decisions in this month."
        headings={['Decision', 'Reason', 'Number']}
        rows={decisions
          .toSorted((one, other) => other.count - one.count)
          .map(({ kind, reasonCode, count }) => [
            decisionKindWords(kind),
            reasonCode === null ? 'None given' : reasonCodes[reasonCode],
            plain(count),
          ])}
      />
      <p className="mt-2 text-sm text-soft">
        Each decision is an entry of the{' '}
        <Link className="link" to={pages.moderationLog}>
          moderation log
        </Link>
        .
      </p>
      {mediansByKind.length > 0 && (
        <Table
          title="Median time by kind"
          headings={['Decision', 'Median time']}
          rows={mediansByKind.map(({ kind, hours }) => [decisionKindWords(kind), duration(hours)])}
        />
      )}
      {notices.length > 0 && (
        <Table
          title="Notices by reason and outcome"
          headings={['Reason', 'Outcome', 'Number']}
          rows={notices.map(({ reasonCode, outcome, count }) => [
            noticeReasons[reasonCode],
            outcomes[outcome],
            plain(count),
          ])}
        />
      )}
    </>
  )
}

const outcomes: Readonly<Record<Month['notices'][number]['outcome'], string>> = {
  received: 'Received',
  upheld: 'Upheld',
  declined: 'Declined',
  objected: 'Objection to the decision',
  'objection-upheld': 'Upheld after an objection',
  'objection-declined': 'Declined after an objection',
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="figure">{children}</dd>
  </div>
)

type TableProps = { title: string; headings: readonly string[]; rows: Texts; empty?: string }

/** The last column has figures. */
const Table = ({ title, headings, rows, empty = '' }: TableProps) => (
  <>
    <h3 className="mt-5 subheading">{title}</h3>
    {rows.length === 0 ? (
      <p className="text-soft">{empty}</p>
    ) : (
      <table className="table month-table" aria-label={title}>
        <thead>
          <tr>
            {headings.map((heading, at) => (
              <th
                key={heading}
                scope="col"
                className={at === headings.length - 1 ? 'table-figure' : undefined}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, at) => {
                if (at === 0)
                  return (
                    <th key={headings[at]} scope="row">
                      {cell}
                    </th>
                  )
                return (
                  <td
                    key={headings[at]}
                    className={at === cells.length - 1 ? 'table-figure' : undefined}
                  >
                    {cell}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </>
)
