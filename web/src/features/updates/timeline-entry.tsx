import { boycottPath, pages } from '@answerable/contracts/pages'
import { type Status, statuses } from '@answerable/contracts/submissions'
import type { TimelineEntry } from '@answerable/contracts/timeline'
import { updateStatuses } from '@answerable/contracts/updates'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { plain, signed } from '../../ui/figures.ts'
import { OutsideLink } from '../../ui/linked-text.tsx'
import { longDate } from '../../ui/long-date.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

type EntryProps = {
  entry: TimelineEntry
  /** The boycott on whose page it stands. */
  submissionId: string
  /** The boycott, where the timeline has those of several. */
  about?: ReactNode
}

export const Entry = ({ entry, submissionId, about }: EntryProps) => (
  <li
    className="occurrence"
    data-kind={entry.kind}
    id={entry.kind === 'update' ? `update-${entry.updateId}` : undefined}
  >
    <p className="occurrence-head">
      <span>
        {about}
        <Words entry={entry} />
        {'mergedFrom' in entry && entry.mergedFrom !== undefined && (
          <span className="text-sm text-soft">
            {' '}
            · boycott of <bdi>{entry.mergedFrom}</bdi>, merged into this one since
          </span>
        )}
      </span>
      <span className="text-sm text-soft">
        <RelativeTime at={entry.at} />
      </span>
    </p>
    {entry.kind === 'update' && <UpdateText entry={entry} submissionId={submissionId} />}
  </li>
)

type UpdateTextProps = {
  entry: Extract<TimelineEntry, { kind: 'update' }>
  submissionId: string
}

const UpdateText = ({ entry, submissionId }: UpdateTextProps) => (
  <>
    <p className="quoted mt-1">{entry.text}</p>
    <p className="mt-1 text-sm wrap-anywhere">
      <time dateTime={entry.date}>{longDate(entry.date)}</time>. Source:{' '}
      <OutsideLink href={entry.source}>{entry.source}</OutsideLink>
    </p>
    <p className="mt-1">
      <Link
        className="quiet-link"
        to={noticeAbout(`${boycottPath(submissionId)}#update-${entry.updateId}`)}
      >
        Report as wrong
      </Link>
    </p>
  </>
)

/** The form of a notice with this address. */
const noticeAbout = (path: string): string =>
  `${pages.notice}?${new URLSearchParams({ about: path })}`

const Words = ({ entry }: { entry: TimelineEntry }): ReactNode => {
  switch (entry.kind) {
    case 'proposed':
      return 'Proposed'
    case 'milestone':
      return entry.measure === 'score'
        ? `Reached a score of ${plain(entry.value)}`
        : `${plain(entry.value)} people take part`
    case 'response-requested':
      return 'Response requested'
    case 'response':
      return (
        <>
          Official response of <bdi>{entry.businessName}</bdi>
        </>
      )
    case 'update':
      return <b>{entry.status === null ? 'Update' : `Update: ${updateWords(entry.status)}`}</b>
    case 'status':
      return (
        <>
          Status: <b>{statuses[entry.status]}</b> ({reasonOf(entry.status, entry.previous)})
        </>
      )
    case 'merge':
      return (
        <>
          A boycott about the same matter was merged into this one:{' '}
          <Link className="link" to={boycottPath(entry.mergedId)}>
            {entry.targetName}
          </Link>
        </>
      )
    case 'boost':
      return entry.value === 0
        ? 'An administrator removed the ranking boost'
        : `An administrator set a ranking boost of ${signed(entry.value)}`
    case 'decision':
      return decisions[entry.decision] ?? 'An administrator decided about this boycott'
    default:
      return entry satisfies never
  }
}

const updateWords = (status: Status): string =>
  status in updateStatuses
    ? updateStatuses[status as keyof typeof updateStatuses].replace(/^The /, 'the ')
    : statuses[status]

const reasonOf = (status: Status, previous: Status): string => {
  if (status === 'stale') return 'nothing new for 180 days'
  if (previous === 'stale') return 'something new has happened'
  if (status === 'active' && previous === 'proposed') return 'enough people take part'
  if (status === 'responded') return 'the business has responded'
  return `before: ${statuses[previous].toLowerCase()}`
}

const decisions: Partial<Record<Extract<TimelineEntry, { kind: 'decision' }>['decision'], string>> =
  {
    approve: 'An administrator reviewed the flags: this boycott stays',
    remove: 'An administrator removed this boycott',
    'lock-discussion': 'An administrator locked the discussion',
    'unlock-discussion': 'An administrator unlocked the discussion',
    rename: 'An administrator corrected the name of the target',
    'release-votes': 'An administrator counted held votes',
    'void-votes': 'An administrator voided held votes',
  }
