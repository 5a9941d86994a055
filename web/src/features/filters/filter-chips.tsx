import X from 'lucide-react/icons/x'
import { type ComponentType, type ReactNode, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { currentSearch } from '../../platform/current-search.ts'

export type Filter = {
  /** Name of the parameter in the address. */
  name: string
  label: string
  value: string | undefined
  /** Label by value. A filter without options and choice can only be removed. */
  options?: Readonly<Record<string, string>>
  /** Label of a value that is not among the options. */
  chosen?: string
  /** Chooses a value where there are no options. */
  Choice?: ComponentType<{ onChoose: (value: string) => void }>
}

type FilterChipsProps = {
  filters: readonly Filter[]
  /** Address of the list with these parameters, without invalid ones. */
  addressOf: (search: URLSearchParams) => string
  /** At the end of the line. */
  children?: ReactNode
}

/** Filters of a list. Each choice is a step in the browser's history. */
export const FilterChips = ({ filters, addressOf, children }: FilterChipsProps) => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const choose = (name: string, value: string | undefined) => {
    const current = currentSearch(pathname)
    if (current !== null) void navigate(addressOf(withFilter(current, name, value)))
  }
  const group = useRef<HTMLDivElement>(null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line in all browsers
    <div ref={group} role="group" aria-label="Filters" tabIndex={-1} className="chips">
      {filters
        .filter(({ options, value, Choice }) => [options, value, Choice].some(Boolean))
        .map(({ Choice, ...filter }) =>
          Choice !== undefined && filter.value === undefined ? (
            <Choice
              key={filter.name}
              onChoose={(value) => {
                group.current?.focus()
                choose(filter.name, value)
              }}
            />
          ) : (
            <Chip
              key={filter.name}
              filter={filter}
              addressWithout={addressOf(
                withFilter(new URLSearchParams(search), filter.name, undefined),
              )}
              onChoose={(value) => choose(filter.name, value)}
              // The link that had the focus disappears.
              onRemove={() => group.current?.focus()}
            />
          ),
        )}
      {children}
    </div>
  )
}

/** The first page with another value of a filter; undefined removes it. */
const withFilter = (
  search: URLSearchParams,
  name: string,
  value: string | undefined,
): URLSearchParams => {
  const changed = new URLSearchParams(search)
  changed.delete('page')
  if (value === undefined) changed.delete(name)
  else changed.set(name, value)
  return changed
}

type ChipProps = {
  filter: Filter
  addressWithout: string
  onChoose: (value: string | undefined) => void
  onRemove: () => void
}

const Chip = ({ filter, addressWithout, onChoose, onRemove }: ChipProps) => {
  const { label, value, options, chosen } = filter
  const shown = value === undefined ? undefined : (chosen ?? options?.[value] ?? value)
  return (
    <span className="chip" data-set={value !== undefined || undefined}>
      {options === undefined ? (
        <span className="chip-text">{shown}</span>
      ) : (
        <select
          className="chip-select"
          aria-label={label}
          value={value ?? ''}
          onChange={(event) => onChoose(event.target.value || undefined)}
        >
          <option value="">{label}</option>
          {value !== undefined && options[value] === undefined && (
            <option value={value}>{shown}</option>
          )}
          {Object.entries(options).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
      {value !== undefined && (
        <Link
          to={addressWithout}
          className="chip-remove"
          aria-label={`Remove filter: ${shown}`}
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </Link>
      )}
    </span>
  )
}
