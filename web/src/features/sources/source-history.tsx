import { sourceKinds } from '@answerable/contracts/source-details'
import type { Source, SourceVersion } from '@answerable/contracts/sources'
import { useQuery } from '@tanstack/react-query'
import { ChangedFields } from '../../ui/changed-fields.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { typedDetails } from '../submissions/link-details.ts'
import { SourceLink } from './source-link.tsx'
import { sourceQueries } from './source-queries.ts'

/** What the author has said about each link of a submission, with all versions. */
export const SourceHistory = ({ submissionId }: { submissionId: string }) => {
  const { data, error, isFetching, refetch } = useQuery(sourceQueries.list(submissionId))
  if (data === undefined) {
    return error === null ? null : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  const described = data.filter(({ editedAt }) => editedAt !== null)
  if (described.length === 0) return null
  return (
    <section aria-labelledby="details-of-sources">
      <h2 id="details-of-sources" className="section-title">
        Details of the sources
      </h2>
      <ul className="source-list">
        {described.map((source) => (
          <li key={source.id}>
            <SourceLink address={source.address} />
            <p className="text-sm text-soft">
              Described <RelativeTime at={source.editedAt ?? ''} />
            </p>
            <Disclosure
              button="Show versions"
              buttonClass="quiet-link"
              label={`Show versions of the details of ${source.address}`}
            >
              {() => <Versions submissionId={submissionId} source={source} />}
            </Disclosure>
          </li>
        ))}
      </ul>
    </section>
  )
}

type VersionsProps = { submissionId: string; source: Source }

const Versions = ({ submissionId, source }: VersionsProps) => {
  const { data, error, isFetching, refetch } = useQuery(
    sourceQueries.versions(submissionId, source.id),
  )
  if (data === undefined) {
    return error === null ? (
      <div className="bone mt-3 h-4 w-4/5" aria-busy="true" />
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  return (
    <ol className="history" aria-label={`Versions of the details of ${source.address}`}>
      {data.map((version, at) => {
        const before = data[at + 1]
        return (
          <li key={version.createdAt}>
            <p className="text-sm text-soft">
              {before === undefined ? 'Written' : 'Changed'}{' '}
              <RelativeTime at={version.createdAt ?? source.editedAt ?? ''} />
            </p>
            <ChangedFields
              labels={labels}
              before={before && textsOf(before)}
              after={textsOf(version)}
            />
          </li>
        )
      })}
    </ol>
  )
}

const labels = {
  title: 'Title',
  publisher: 'Publisher',
  kind: 'Kind',
  shows: 'What it shows',
  archive: 'Archived copy',
} as const

const textsOf = (version: SourceVersion) => ({
  ...typedDetails(version),
  kind: version.kind === null ? '' : sourceKinds[version.kind],
})
