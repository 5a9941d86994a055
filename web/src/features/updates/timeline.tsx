import { timelinePageSize } from '@answerable/contracts/timeline'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListStates } from '../../ui/list-states.tsx'
import { NewerOlder } from '../../ui/newer-older.tsx'
import { Entry } from './timeline-entry.tsx'
import { timelineQueries } from './timeline-queries.ts'

/** What happened to a boycott, newest first. */
export const Timeline = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1)
  const list = useQuery(timelineQueries.ofSubmission(id, page))
  return (
    <>
      <ListStates what="the timeline" list={list} empty="Nothing has happened yet.">
        {(entries) => (
          <ol className="occurrences" aria-busy={list.isPlaceholderData}>
            {entries.map((entry) => (
              <Entry key={JSON.stringify(entry)} entry={entry} submissionId={id} />
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
