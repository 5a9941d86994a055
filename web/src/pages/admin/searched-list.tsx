import type { ReactNode } from 'react'
import type { Listed } from '../../api/listed.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { useAdminPlace } from './admin-address.ts'

type Place = ReturnType<typeof useAdminPlace>

type SearchedListProps<Row> = {
  place: Place
  /** Name of the rows, for example 'accounts'. */
  what: string
  searchLabel: string
  filters: ReactNode
  list: {
    data: Listed<Row> | undefined
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Text for a search without results. */
  empty: string
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with its search, filters and page number in the address. */
export const SearchedList = <Row,>(props: SearchedListProps<Row>) => {
  const { place, what, searchLabel, filters, list, empty, children } = props
  const { data, isPlaceholderData } = list
  return (
    <>
      <search className="filters">
        <SearchField
          label={searchLabel}
          value={place.read('search')}
          onSearch={(text) => place.change({ search: text })}
        />
        {filters}
      </search>
      <ListStates what={what} list={list} empty={<p className="subheading">{empty}</p>}>
        {children}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={place.addressOf}
          paging={pagingOf(place.page, data.rows.length, data.total)}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}

type PlaceFilterProps<Value extends string> = {
  place: Place
  /** Name of the query parameter. */
  name: string
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  /** Default, not written to the address. */
  usual: Value
}

export const PlaceFilter = <Value extends string>(props: PlaceFilterProps<Value>) => {
  const { place, name, usual, ...select } = props
  return (
    <FilterSelect
      {...select}
      onChange={(chosen) => place.change({ [name]: chosen === usual ? '' : chosen })}
    />
  )
}
