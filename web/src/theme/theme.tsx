import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '../platform/hydrated.tsx'
import { readStored, writeStored } from '../platform/storage.ts'

export const themePreferences = ['system', 'light', 'dark'] as const
export type ThemePreference = (typeof themePreferences)[number]

const storageKey = 'answerable-theme'
const systemIsDark = '(prefers-color-scheme: dark)'

type Theme = {
  preference: ThemePreference
  shown: 'light' | 'dark'
  choose: (preference: ThemePreference) => void
}

const ThemeContext = createContext<Theme | undefined>(undefined)

export const ThemeProvider = ({ children }: { children: ReactNode }) => {
  const [chosen, setChosen] = useState<ThemePreference>()
  const isHydrated = useHydrated()
  const darkSystem = useSyncExternalStore(
    watchSystem,
    () => isHydrated && matchMedia(systemIsDark).matches,
    () => false,
  )
  const preference = chosen ?? (isHydrated ? readPreference() : 'system')
  const shown = preference === 'system' ? (darkSystem ? 'dark' : 'light') : preference
  const choose = (next: ThemePreference) => {
    writeStored(storageKey, next)
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    setChosen(next)
  }
  return <ThemeContext value={{ preference, shown, choose }}>{children}</ThemeContext>
}

export const useTheme = (): Theme => {
  const theme = use(ThemeContext)
  if (theme === undefined) throw new Error('useTheme needs a ThemeProvider above it.')
  return theme
}

const readPreference = (): ThemePreference => {
  const stored = readStored(storageKey)
  return themePreferences.find((preference) => preference === stored) ?? 'system'
}

const watchSystem = (changed: () => void) => {
  const query = matchMedia(systemIsDark)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
