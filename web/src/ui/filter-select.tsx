type FilterSelectProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

export const FilterSelect = <Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterSelectProps<Value>) => {
  const entries = Object.entries<string>(options) as [Value, string][]
  return (
    <label className="filter">
      <span className="text-sm font-semibold">{label}</span>
      <select
        className="input"
        value={value}
        onChange={(event) => {
          const chosen = entries.find(([one]) => one === event.target.value)
          if (chosen !== undefined) onChange(chosen[0])
        }}
      >
        {entries.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
