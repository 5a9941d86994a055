import { countryName } from '@answerable/contracts/countries'
import { countryPath } from '@answerable/contracts/pages'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { plain } from '../../ui/figures.ts'
import type { CountryCount } from './world-map.tsx'

type Column = 'country' | 'boycotts' | 'businesses'

const columns: Readonly<Record<Column, string>> = {
  country: 'Country',
  boycotts: 'Boycotts',
  businesses: 'Businesses',
}

/** Every country with a boycott or a business, most boycotts first until the reader sorts it otherwise. */
export const CountryTable = ({ counts }: { counts: readonly CountryCount[] }) => {
  const [sortedBy, setSortedBy] = useState<Column>('boycotts')
  return (
    <table className="country-table">
      <caption className="sr-only">Boycotts and businesses by country</caption>
      <thead>
        <tr>
          {(Object.keys(columns) as Column[]).map((column) => (
            <th
              key={column}
              scope="col"
              className={column === 'country' ? undefined : 'country-figure'}
              aria-sort={sortOf(column, sortedBy)}
            >
              <button type="button" className="sort-button" onClick={() => setSortedBy(column)}>
                {columns[column]}
                <span aria-hidden="true" className="sort-mark">
                  {column === sortedBy && (column === 'country' ? '↑' : '↓')}
                </span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.toSorted(orders[sortedBy]).map(({ country, boycotts, businesses }) => (
          <tr key={country}>
            <td>
              <Link className="quiet-link" to={countryPath(country)}>
                {countryName(country)}
              </Link>
            </td>
            <td className="country-figure">{plain(boycotts)}</td>
            <td className="country-figure">{plain(businesses)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sortOf = (column: Column, sortedBy: Column): 'ascending' | 'descending' | undefined => {
  if (column !== sortedBy) return undefined
  return column === 'country' ? 'ascending' : 'descending'
}

const byName = (one: CountryCount, other: CountryCount): number =>
  countryName(one.country).localeCompare(countryName(other.country), 'en')

const orders: Readonly<Record<Column, (one: CountryCount, other: CountryCount) => number>> = {
  country: byName,
  boycotts: (one, other) => other.boycotts - one.boycotts || byName(one, other),
  businesses: (one, other) => other.businesses - one.businesses || byName(one, other),
}
