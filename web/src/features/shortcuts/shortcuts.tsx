import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useHydrated } from '../../platform/hydrated.tsx'
import { readStored, writeStored } from '../../platform/storage.ts'
import { isForPage, pressShortcut } from './shortcut-keys.ts'

const ShortcutsHelp = lazy(async () => ({
  default: (await import('./shortcuts-help.tsx')).ShortcutsHelp,
}))

const storageKey = 'answerable-shortcuts'

const isStoredOn = (): boolean => readStored(storageKey) !== 'off'

/** Handles the keys, and is the button that explains them and can turn them off. */
export const Shortcuts = () => {
  const [chosen, setChosen] = useState<boolean>()
  const isHydrated = useHydrated()
  const isOn = chosen ?? (isHydrated && isStoredOn())
  const [isExplaining, setExplaining] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event, document) || !(chosen ?? isStoredOn())) return
    if (event.key === '?') setExplaining(true)
    else if (!pressShortcut(event.key, document)) return
    event.preventDefault()
  })
  // Listens as soon as the page responds, which may be before `isHydrated`.
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const turn = (on: boolean) => {
    writeStored(storageKey, on ? 'on' : 'off')
    setChosen(on)
  }
  return (
    <>
      <button
        type="button"
        className="quiet-link mouse-only"
        aria-haspopup="dialog"
        onClick={() => setExplaining(true)}
      >
        Keyboard shortcuts
      </button>
      {isExplaining && (
        <Suspense>
          <ShortcutsHelp isOn={isOn} onTurn={turn} onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </>
  )
}
