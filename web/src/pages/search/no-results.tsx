import { submitPath } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { type SearchPlace, searchAddress } from '../../features/search/search-place.ts'
import { SearchTips } from '../../features/search/search-tips.tsx'

/** Nothing was found: the filters can be removed, or a boycott proposed. */
export const NoResults = ({ place }: { place: SearchPlace }) => {
  const { text, type, sort, isExact, ...filters } = place
  const { category, country, status, business, period } = filters
  const isFiltered = [category, country, status, business, period].some(
    (value) => value !== undefined,
  )
  return (
    <div className="empty">
      <p className="subheading">
        No {type} found for “<bdi>{text}</bdi>”.
      </p>
      {isFiltered && (
        <Link
          className="button-secondary"
          to={searchAddress({ text, type, sort, isExact, page: 1 })}
        >
          Remove the filters
        </Link>
      )}
      <SearchTips />
      <p>Not listed yet?</p>
      <Link className="button-primary button-long" to={submitPath({ name: nameIn(text) })}>
        <span>
          Propose a boycott of “<bdi>{nameIn(text)}</bdi>”
        </span>
      </Link>
    </div>
  )
}

/** The text without the operators of a search. */
const nameIn = (text: string): string =>
  text
    .replaceAll(/(^|\s)-\S+/g, ' ')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120) || text.slice(0, 120)
