import type { Alternative } from '@answerable/contracts/alternatives'
import type { Submission } from '@answerable/contracts/submissions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionQueries } from '../../session/current-user.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { AlternativeForm } from './alternative-form.tsx'
import { AlternativeItem } from './alternative-item.tsx'
import { alternativeAnchor, alternativeQueries } from './alternatives.ts'

type AlternativesSectionProps = {
  submission: Pick<Submission, 'id' | 'approved' | 'discussionLocked'>
  /** Links and buttons of an alternative of others. */
  actions: (alternative: Alternative) => ReactNode
}

const shownAtFirst = 5

/** What to use instead, proposed by members: the most helpful first. */
export const AlternativesSection = ({ submission, actions }: AlternativesSectionProps) => {
  const list = useInfiniteQuery(alternativeQueries.of(submission.id))
  const { data: user } = useQuery(sessionQueries.currentUser())
  const { hash } = useLocation()
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const linked = rows.findIndex(({ id }) => hash === `#${alternativeAnchor(id)}`)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll || linked >= shownAtFirst ? rows : rows.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="alternatives" aria-busy={list.isPending}>
      <h2 id="alternatives" className="section-title">
        Alternatives
      </h2>
      {list.isPending && (
        <>
          <span className="sr-only">Loading the alternatives</span>
          <div className="bone h-4 w-3/5" aria-hidden="true" />
        </>
      )}
      {list.isError && (
        <FetchError error={list.error} isTrying={list.isFetching} onTryAgain={list.refetch} />
      )}
      {list.isSuccess && rows.length === 0 && (
        <p className="text-soft">No alternatives have been proposed yet.</p>
      )}
      {rows.length > 0 && (
        <ol className="alternatives">
          {shown.map((alternative) => (
            <AlternativeItem
              key={alternative.id}
              alternative={alternative}
              submissionId={submission.id}
              isOwn={user != null && alternative.author?.username === user.username}
              actions={actions}
            />
          ))}
        </ol>
      )}
      <div className="alternatives-end">
        {shown.length < rows.length && (
          <button type="button" className="button-inline" onClick={() => setShowsAll(true)}>
            Show all {total}
          </button>
        )}
        {shown.length === rows.length && list.hasNextPage && (
          <button
            type="button"
            className="button-inline"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </button>
        )}
        {submission.approved && !submission.discussionLocked && (
          <Disclosure button="Propose an alternative" buttonClass="button-inline">
            {(close) => <AlternativeForm submissionId={submission.id} onClose={close} />}
          </Disclosure>
        )}
      </div>
    </section>
  )
}
