import { type LinkState, readableAddress } from '@answerable/contracts/links'
import { boycottHistoryPath } from '@answerable/contracts/pages'
import { sourceKinds } from '@answerable/contracts/source-details'
import type { Source } from '@answerable/contracts/sources'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import CornerUpRight from 'lucide-react/icons/corner-up-right'
import Lock from 'lucide-react/icons/lock'
import PencilLine from 'lucide-react/icons/pencil-line'
import Unlink from 'lucide-react/icons/unlink'
import WifiOff from 'lucide-react/icons/wifi-off'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { hostOf, SourceLink } from './source-link.tsx'
import { sourceQueries } from './source-queries.ts'

const SourceForm = lazy(async () => ({ default: (await import('./source-form.tsx')).SourceForm }))

type CheckedSourcesProps = {
  submission: Submission
  isShort: boolean
  /** Whether the user may describe the links. */
  isOwn: boolean
  /** Shown until the checks are loaded, and if they cannot be. */
  fallback: ReactNode
}

/** The links of a submission with what its author says about them and their latest checks. */
export const CheckedSources = ({ submission, isShort, isOwn, fallback }: CheckedSourcesProps) => {
  const { data: sources } = useQuery(sourceQueries.list(submission.id))
  if (sources === undefined) return fallback
  return (
    <>
      {needsEvidence(sources) && (
        <p className="notice">
          <strong>Evidence needed.</strong> None of these links works anymore.
        </p>
      )}
      <ul className="source-list">
        {sources.map((source) => (
          <li key={source.id}>
            <SourceRow source={source} isShort={isShort} />
            {isOwn && (
              <Disclosure
                button={source.editedAt === null ? 'Add details' : 'Edit details'}
                buttonClass="quiet-link"
                label={`${source.editedAt === null ? 'Add' : 'Edit'} details of ${source.address}`}
              >
                {(close) => (
                  <Suspense>
                    <SourceForm submissionId={submission.id} source={source} onClose={close} />
                  </Suspense>
                )}
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
      {sources.some(({ editedAt }) => editedAt !== null) && (
        <p className="mt-4">
          <Link className="quiet-link" to={boycottHistoryPath(submission.id)}>
            History of the details
          </Link>
        </p>
      )}
    </>
  )
}

/** Whether all links are gone, and no archived copy can be read. */
const needsEvidence = (sources: readonly Source[]): boolean =>
  sources.length > 0 &&
  sources.every(
    ({ check, archive, archiveCheck }) =>
      check?.state === 'gone' &&
      (archive === null || archiveCheck?.state === 'gone' || archiveCheck?.state === 'unreachable'),
  )

const SourceRow = ({ source, isShort }: { source: Source; isShort: boolean }) => {
  const { address, title, publisher, kind, shows, archive, check } = source
  const shownTitle = title ?? check?.title ?? null
  const facts = [kind === null ? null : sourceKinds[kind], publisher].filter((one) => one !== null)
  return (
    <>
      <SourceLink address={address} title={shownTitle} isShort={isShort} />
      {shownTitle !== null && <span className="source-host">{hostOf(address)}</span>}
      {shows !== null && <p className="source-shows">{shows}</p>}
      <p className="source-facts">
        {facts.length > 0 && <span>{facts.join(' · ')}</span>}
        <CheckChip address={address} check={check} />
        {archive !== null && (
          <span>
            <SourceLink address={archive} title="Archived copy" />
            <ArchiveState check={source.archiveCheck} />
          </span>
        )}
      </p>
    </>
  )
}

const states: Readonly<Record<LinkState, { label: string; icon: typeof Check; tone?: 'signal' }>> =
  {
    works: { label: 'Works', icon: Check },
    moved: { label: 'Moved to another address', icon: CornerUpRight },
    changed: { label: 'Changed since the first check', icon: PencilLine },
    gone: { label: 'Gone', icon: Unlink, tone: 'signal' },
    refused: { label: 'Does not let programs check it', icon: Lock },
    unreachable: { label: 'Not reachable', icon: WifiOff },
  }

const CheckChip = ({ address, check }: { address: string; check: Source['check'] }) => {
  if (check === null) {
    const isReadable = readableAddress(address) !== null
    return (
      <span className="source-check">
        <Clock size={13} aria-hidden />
        {isReadable ? 'Not yet checked' : 'Cannot be checked'}
      </span>
    )
  }
  const { label, icon: Icon, tone } = states[check.state]
  return (
    <span className="source-check" data-tone={tone}>
      <Icon size={13} aria-hidden />
      {label}, checked <RelativeTime at={check.checkedAt} />
    </span>
  )
}

const ArchiveState = ({ check }: { check: Source['archiveCheck'] }) =>
  check === null ? null : <> ({states[check.state].label.toLowerCase()})</>
