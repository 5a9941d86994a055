import { boycottPath } from '@answerable/contracts/pages'
import { timelinePageSize } from '@answerable/contracts/timeline'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ListStates } from '../../ui/list-states.tsx'
import { NewerOlder } from '../../ui/newer-older.tsx'
import { Entry } from './timeline-entry.tsx'
import { timelineQueries } from './timeline-queries.ts'

/** What happened to the boycotts of a business, newest first. */
export const BusinessTimeline = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1)
  const list = useQuery(timelineQueries.ofBusiness(id, page))
  return (
    <>
      <ListStates
        what="the timeline"
        list={list}
        empty={
          <p className="text-soft">
            Nothing yet. Changes of status, responses, updates and decisions about its boycotts
            appear here.
          </p>
        }
      >
        {(rows) => (
          <ol className="occurrences" aria-busy={list.isPlaceholderData}>
            {rows.map(({ submission, entry }) => (
              <Entry
                key={`${submission.id} ${JSON.stringify(entry)}`}
                entry={entry}
                submissionId={submission.id}
                about={
                  <>
                    <Link className="link name" to={boycottPath(submission.id)}>
                      {submission.targetName}
                    </Link>
                    {': '}
                  </>
                }
              />
            ))}
          </ol>
        )}
      </ListStates>
      <NewerOlder
        what="entries"
        page={page}
        hasOlder={page * timelinePageSize < (list.data?.total ?? 0)}
        isWaiting={list.isPlaceholderData}
        onChange={setPage}
      />
    </>
  )
}
