import { themePreferences, useTheme } from './theme.tsx'

const labels = { system: 'System', light: 'Light', dark: 'Dark' } as const

export const ThemeSelect = () => {
  const { preference, choose } = useTheme()
  return (
    <label className="flex items-center gap-2">
      Theme
      <select
        className="select-small"
        value={preference}
        onChange={(event) => {
          const chosen = themePreferences.find((one) => one === event.target.value)
          if (chosen !== undefined) choose(chosen)
        }}
      >
        {themePreferences.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
