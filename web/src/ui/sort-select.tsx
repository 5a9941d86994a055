import { useNavigate } from 'react-router-dom'

type SortSelectProps<Sort extends string> = {
  labels: Readonly<Record<Sort, string>>
  value: Sort
  addressOf: (sort: Sort) => string
}

/** Order of a list, as a step in the browser's history. */
export const SortSelect = <Sort extends string>({
  labels,
  value,
  addressOf,
}: SortSelectProps<Sort>) => {
  const navigate = useNavigate()
  return (
    <select
      className="select-small sort-select"
      aria-label="Sort by"
      value={value}
      onChange={(event) => void navigate(addressOf(event.target.value as Sort))}
    >
      {Object.entries<string>(labels).map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  )
}
