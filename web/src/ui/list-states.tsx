import type { ReactNode } from 'react'
import type { Listed } from '../api/listed.ts'
import { FetchError } from './fetch-error.tsx'

type ListStatesProps<Row> = {
  /** Name of the rows, for example 'accounts'. */
  what: string
  list: {
    data: Listed<Row> | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  /** Content of an empty list. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list that is loading, failed, empty or loaded. Loaded rows stay when a later fetch fails. */
export const ListStates = <Row,>({ what, list, empty, children }: ListStatesProps<Row>) => {
  const { data, error, isFetching, refetch } = list
  return (
    <>
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined && error === null && <ListSkeleton what={what} />}
      {data !== undefined && (data.rows.length > 0 ? children(data.rows) : <Empty>{empty}</Empty>)}
    </>
  )
}

const Empty = ({ children }: { children: ReactNode }) => <div className="empty">{children}</div>

const bones = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

const ListSkeleton = ({ what }: { what: string }) => (
  <div aria-busy="true">
    <span className="sr-only">Loading {what}</span>
    {bones.map((bone) => (
      <div key={bone} className="comment" aria-hidden="true">
        <div className="bone h-4 w-1/2" />
        <div className="bone mt-2.5 h-3.5 w-4/5" />
      </div>
    ))}
  </div>
)
