import { type RefObject, useEffect } from 'react'

/** Key and meaning of every shortcut, in the order in which the page explains them. */
export const shortcuts = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'remove',
  n: 'reason and note',
} as const

const entriesIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[data-entry]'),
]

/** J and K lead from entry to entry; the other keys act on the entry that holds the focus, on no other. */
export const useShortcuts = (list: RefObject<HTMLElement | null>, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (list.current === null || !isMeant(event)) return
      const key = event.key.toLowerCase()
      const entries = entriesIn(list.current)
      const current = entries.findIndex((entry) => entry.contains(document.activeElement))
      const target =
        key === 'j' || key === 'k'
          ? entries[neighbour(current, key === 'j' ? 1 : -1)]
          : entries[current]?.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`)
      if (target === undefined || target === null) return
      event.preventDefault()
      if (target instanceof HTMLButtonElement) target.click()
      else target.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list, isOn])
}

/** Moves the focus to the entry after the one that is about to leave, or to the one before it. */
export const focusBeside = (list: HTMLElement | null, id: string): void => {
  if (list === null) return
  const entries = entriesIn(list)
  const at = entries.findIndex((entry) => entry.dataset.entry === id)
  const beside = entries[at + 1] ?? entries[at - 1]
  beside?.focus()
}

const neighbour = (current: number, step: 1 | -1): number =>
  current === -1 ? 0 : Math.max(0, current + step)

const isMeant = ({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !isComposing &&
  document.querySelector('dialog[open]') === null &&
  !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]'))
