import { lazy, Suspense, useEffect, useState } from 'react'
import { useHydrated } from '../../platform/hydrated.tsx'
import { readStored, writeStored } from '../../platform/storage.ts'
import { isForPage, pressShortcut } from './shortcut-keys.ts'

const ShortcutsHelp = lazy(async () => ({
  default: (await import('./shortcuts-help.tsx')).ShortcutsHelp,
}))

const storageKey = 'answerable-shortcuts'

/** Handles the keys, and is the button that explains them and can turn them off. */
export const Shortcuts = () => {
  const [chosen, setChosen] = useState<boolean>()
  const isHydrated = useHydrated()
  const isOn = chosen ?? (isHydrated && readStored(storageKey) !== 'off')
  const [isExplaining, setExplaining] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event, document)) return
      if (event.key === '?') setExplaining(true)
      else if (!pressShortcut(event.key, document)) return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])

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
