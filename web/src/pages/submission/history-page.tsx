import { versionsPageSize } from '@answerable/contracts/comment-versions'
import { boycottHistoryPath, boycottPath } from '@answerable/contracts/pages'
import type { SubmissionVersion } from '@answerable/contracts/submission-versions'
import { categories } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { SourceHistory } from '../../features/sources/source-history.tsx'
import { versionQueries } from '../../features/submissions/version-queries.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ChangedFields } from '../../ui/changed-fields.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { readPage } from '../../ui/paging.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NotFoundPage } from '../not-found-page.tsx'

/** All texts of a submission, each compared with the one before. */
export const SubmissionHistoryPage = () => {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const list = useQuery(versionQueries.list(id, page))
  if (list.error !== null && isMissing(list.error)) return <NotFoundPage />
  const name = list.data?.rows[0]?.targetName
  const total = list.data?.total ?? 0
  const title = name === undefined ? 'History' : `History of ${name}`
  return (
    <div className="page-narrow">
      <PageTitle title={titled(title)}>{title}</PageTitle>
      <p className="mt-2 intro">
        Every version of this boycott since it was submitted, the newest first.{' '}
        <Link className="link" to={boycottPath(id)}>
          Back to the boycott
        </Link>
      </p>
      <ListStates what="versions" list={list} empty="There are no versions.">
        {(versions) => (
          <ol className="history">
            {versions.map((version, at) => (
              <Version key={version.number} version={version} before={versions[at + 1]} />
            ))}
          </ol>
        )}
      </ListStates>
      {total > versionsPageSize && list.data && (
        <Pagination
          page={page}
          addressOf={(next) => `${boycottHistoryPath(id)}${next === 1 ? '' : `?page=${next}`}`}
          paging={{
            first: (page - 1) * versionsPageSize + 1,
            last: (page - 1) * versionsPageSize + list.data.rows.length,
            total,
            hasPrevious: page > 1,
            hasNext: page * versionsPageSize < total,
          }}
          isWaiting={list.isPlaceholderData}
        />
      )}
      {list.data && <SourceHistory submissionId={id} />}
    </div>
  )
}

type VersionProps = { version: SubmissionVersion; before: SubmissionVersion | undefined }

const labels = {
  targetName: 'Target name',
  location: 'Location',
  category: 'Category',
  reasons: 'Reasons',
  sources: 'Sources',
  demand: 'What would end it',
} as const

/** The oldest version of a page is shown whole. */
const Version = ({ version, before }: VersionProps) => (
  <li>
    <h2 className="subheading">
      Version {version.number}
      <span className="text-sm text-soft">
        <RelativeTime at={version.createdAt} />
      </span>
    </h2>
    <ChangedFields labels={labels} before={before && textsOf(before)} after={textsOf(version)} />
  </li>
)

const textsOf = (version: SubmissionVersion): Record<keyof typeof labels, string> => {
  const { targetName, location, category, reasons, sources, demand } = version
  return {
    targetName,
    location,
    category: category === null ? '' : categories[category],
    reasons,
    sources: sources ?? '',
    demand: demand ?? '',
  }
}
