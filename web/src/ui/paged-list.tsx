import type { ReactNode } from 'react'
import type { Listed } from '../api/listed.ts'
import { ListStates } from './list-states.tsx'
import { Pagination } from './pagination.tsx'
import { type Paging, pagingOf } from './paging.ts'

type PagedListProps<Row> = {
  page: number
  list: {
    data: Listed<Row> | undefined
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Name of the rows, for example 'boycotts'. */
  what: string
  /** Content of an empty list. */
  empty: ReactNode
  /** Address of another page of the same list. */
  addressOf: (page: number) => string
  children: (rows: readonly Row[], paging: Paging) => ReactNode
}

/** A list in all its states, with the buttons for other pages if there are any. */
export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { page, list, what, empty, addressOf, children } = props
  const paging = pagingOf(page, list.data?.rows.length ?? 0, list.data?.total ?? 0)
  return (
    <>
      <ListStates what={what} list={list} empty={empty}>
        {(rows) => children(rows, paging)}
      </ListStates>
      {(paging.hasNext || page > 1) && (
        <Pagination
          page={page}
          addressOf={addressOf}
          paging={paging}
          isWaiting={list.isPlaceholderData}
        />
      )}
    </>
  )
}
