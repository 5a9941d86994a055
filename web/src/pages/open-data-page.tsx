import {
  manifestFile,
  type OpenDataManifest,
  openDataDays,
  signatureFile,
} from '@answerable/contracts/open-data'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { FileTable, filePath } from '../features/open-data/file-table.tsx'
import { openDataQueries } from '../features/open-data/open-data-queries.ts'
import { Verification } from '../features/open-data/verification.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { Sections } from '../ui/article.tsx'
import { FetchError } from '../ui/fetch-error.tsx'
import { counted } from '../ui/figures.ts'
import { longDate } from '../ui/long-date.ts'
import { SlowNotice } from '../ui/slow-notice.tsx'
import '../styles/open-data.css'

/** The snapshots of the site's data that anyone can download. */
export const OpenDataPage = () => {
  const { data, error, isFetching, refetch } = useQuery(openDataQueries.latest())
  return (
    <>
      <PageTitle
        title={titled('Open data')}
        description="Submissions, votes by day, statuses and decisions as files, signed every night, to check the rankings of Answerable."
      >
        Open data
      </PageTitle>
      <p className="lead">
        Every night at 02:00 UTC, the site publishes its data as files. Anyone can compute its
        rankings again.
      </p>
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined &&
        (data.manifest === null ? (
          <div className="empty">
            <p className="subheading">There is no snapshot yet.</p>
            <p>If the operator has turned on open data, the next one is taken at 02:00 UTC.</p>
          </div>
        ) : (
          <Snapshot manifest={data.manifest} earlier={data.earlier} />
        ))}
    </>
  )
}

type SnapshotProps = { manifest: OpenDataManifest; earlier: readonly string[] }

const Snapshot = ({ manifest, earlier }: SnapshotProps) => (
  <>
    <p className="mt-5 text-soft">
      Latest snapshot: <time dateTime={manifest.takenAt}>{moment(manifest.takenAt)}</time>
      {' · '}
      <FileLink snapshot={manifest.name} file={manifestFile}>
        Manifest
      </FileLink>
      {' · '}
      <FileLink snapshot={manifest.name} file={signatureFile}>
        Signature
      </FileLink>
    </p>
    <FileTable manifest={manifest} />
    <Sections sections={sectionsOf({ manifest, earlier })} />
  </>
)

const sectionsOf = ({ manifest, earlier }: SnapshotProps) => [
  { id: 'verify', title: 'Verify a snapshot', body: <Verification manifest={manifest} /> },
  {
    id: 'privacy',
    title: 'What the files leave out',
    body: (
      <p>
        The files do not name members. They have no usernames, account IDs, mail addresses, comments
        or other texts by members, except the names and places of submissions. Votes by day are the
        figures that the page of each boycott shows. The next snapshot leaves out a removed
        submission; earlier snapshots keep it for up to {openDataDays} days.
      </p>
    ),
  },
  {
    id: 'licence',
    title: 'Licence',
    body: (
      <p>
        The files are in the public domain (
        <a className="link" href={manifest.licence.url} rel="license">
          {manifest.licence.name}
        </a>
        ). You may use them for any purpose.
      </p>
    ),
  },
  {
    id: 'log',
    title: 'Moderation log',
    body: (
      <p>
        The snapshot has {counted(manifest.moderationLog.position, 'decision')} of the{' '}
        <Link className="link" to={pages.moderationLog}>
          moderation log
        </Link>
        . The last hash is <code className="wrap-anywhere">{manifest.moderationLog.hash}</code>. If
        a decision is changed later, the log has another hash at this position. The command above
        with <code>--site {manifest.site}</code> compares them.
      </p>
    ),
  },
  {
    id: 'earlier',
    title: 'Earlier snapshots',
    body:
      earlier.length === 0 ? (
        <p>Snapshots are kept for {openDataDays} days. There is no earlier one.</p>
      ) : (
        <>
          <p>
            Snapshots are kept for {openDataDays} days. Each manifest lists the files of its
            snapshot.
          </p>
          <ul>
            {earlier.map((name) => (
              <li key={name}>
                <FileLink snapshot={name} file={manifestFile}>
                  {name}
                </FileLink>
              </li>
            ))}
          </ul>
        </>
      ),
  },
]

type FileLinkProps = { snapshot: string; file: string; children: ReactNode }

const FileLink = ({ snapshot, file, children }: FileLinkProps) => (
  <a className="link" href={filePath(snapshot, file)} download>
    {children}
  </a>
)

/** 'November 23, 2026, 02:00 UTC' */
const moment = (at: string): string => `${longDate(at)}, ${at.slice(11, 16)} UTC`

const Skeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading the open data</span>
    <SlowNotice />
    <div className="bone mt-5 h-64" aria-hidden="true" />
  </div>
)
