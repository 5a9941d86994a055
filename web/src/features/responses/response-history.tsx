import type { OfficialResponse } from '@answerable/contracts/responses'
import { useQuery } from '@tanstack/react-query'
import { FetchError } from '../../ui/fetch-error.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextDifference } from '../../ui/text-difference.tsx'
import { responseQueries } from './responses.ts'

/** The texts of a response, each compared with the one before. */
export const ResponseHistory = ({ response }: { response: OfficialResponse }) => {
  const { data, error, isFetching, refetch } = useQuery(responseQueries.versions(response))
  if (data === undefined) {
    return error === null ? (
      <div className="bone mt-3 h-4 w-4/5" aria-busy="true" />
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  return (
    <section className="versions" aria-label="Versions of the response">
      <ol>
        {data.rows.map((version, at) => {
          const former = data.rows[at + 1]
          return (
            <li key={version.number}>
              <p className="text-sm text-soft">
                {version.number === 1 ? 'Published' : 'Edited'}{' '}
                <RelativeTime at={version.createdAt} />, verified by {version.domain}
              </p>
              <TextDifference before={former?.content} after={version.content} />
              {(version.sources ?? former?.sources ?? null) !== null && (
                <TextDifference
                  before={former === undefined ? undefined : (former.sources ?? '')}
                  after={version.sources ?? ''}
                />
              )}
            </li>
          )
        })}
      </ol>
      {data.total > data.rows.length && (
        <p className="text-sm text-soft">Older versions are not shown.</p>
      )}
    </section>
  )
}
