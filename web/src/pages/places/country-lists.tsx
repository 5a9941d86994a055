import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Listed } from '../../api/listed.ts'
import { businessQueries } from '../../features/businesses/business-queries.ts'
import { BusinessRow } from '../../features/businesses/business-row.tsx'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Paging, pagingOf } from '../../ui/paging.ts'
import { SubmissionRow } from '../feed/submission-row.tsx'
import { boycottsIn, businessesIn, type CountryPlace, countryAddress } from './country-address.ts'

type ListProps = { place: CountryPlace; name: string }

export const Boycotts = ({ place, name }: ListProps) => {
  const user = useQuery(sessionQueries.currentUser())
  const list = useQuery({
    ...submissionQueries.feed(boycottsIn(place), user.data?.email),
    enabled: !user.isPending,
  })
  return (
    <Paged place={place} list={list} what="boycotts" empty={`No boycotts in ${name}.`}>
      {(rows, { first }) => (
        <ol className="rows" start={first} aria-busy={list.isPlaceholderData}>
          {rows.map((submission, at) => (
            <SubmissionRow key={submission.id} submission={submission} rank={first + at} />
          ))}
        </ol>
      )}
    </Paged>
  )
}

export const Businesses = ({ place, name }: ListProps) => {
  const list = useQuery({
    ...businessQueries.list(businessesIn(place)),
    placeholderData: keepPreviousData,
  })
  return (
    <Paged place={place} list={list} what="businesses" empty={`No businesses in ${name}.`}>
      {(rows) => (
        <ul className="rows" aria-busy={list.isPlaceholderData}>
          {rows.map((business) => (
            <BusinessRow key={business.id} business={business} />
          ))}
        </ul>
      )}
    </Paged>
  )
}

type PagedProps<Row> = {
  place: CountryPlace
  list: {
    data: Listed<Row> | undefined
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  what: string
  empty: string
  children: (rows: readonly Row[], paging: Paging) => ReactNode
}

const Paged = <Row,>({ place, list, what, empty, children }: PagedProps<Row>) => {
  const { page } = place
  const paging = pagingOf(page, list.data?.rows.length ?? 0, list.data?.total ?? 0)
  return (
    <>
      <ListStates what={what} list={list} empty={<p className="subheading">{empty}</p>}>
        {(rows) => children(rows, paging)}
      </ListStates>
      {(paging.hasNext || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) => countryAddress({ ...place, page: next })}
          paging={paging}
          isWaiting={list.isPlaceholderData}
        />
      )}
    </>
  )
}
