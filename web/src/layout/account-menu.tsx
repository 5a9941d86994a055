import { pages, personPath } from '@answerable/contracts/pages'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { ThemeSelect } from '../theme/theme-select.tsx'

/** The local part of the user's address, as a button that opens the links to their own pages. */
export const AccountMenu = ({ user }: { user: CurrentUser }) => {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const close = () => setOpen(false)
  useClosing(isOpen, box, (hasFocus) => {
    close()
    if (hasFocus) button.current?.focus()
  })
  return (
    <div ref={box} className="account-menu">
      <button
        ref={button}
        type="button"
        className="header-link account-name"
        title={`Account of ${user.email}`}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="truncate">{user.email.split('@')[0]}</span>
        <ChevronDown size={15} aria-hidden />
      </button>
      {isOpen && (
        <div id={panelId} className="account-panel">
          <NavLink to={personPath(user.username)} className="account-link" onClick={close}>
            Profile
          </NavLink>
          <NavLink to={pages.myBoycotts} className="account-link" onClick={close}>
            My boycotts
          </NavLink>
          <NavLink to={pages.settings} className="account-link" onClick={close}>
            Settings
          </NavLink>
          <div className="account-theme">
            <ThemeSelect />
          </div>
        </div>
      )}
    </div>
  )
}

/** Closes on Escape, on a press elsewhere, and when the focus leaves. */
const useClosing = (
  isOpen: boolean,
  box: { current: HTMLElement | null },
  close: (hasFocus: boolean) => void,
): void => {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && box.current?.contains(target) === true
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current(isInside(document.activeElement))
    }
    const leave = ({ target }: Event) => {
      if (!isInside(target)) latest.current(false)
    }
    addEventListener('keydown', press)
    addEventListener('pointerdown', leave)
    addEventListener('focusin', leave)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', leave)
      removeEventListener('focusin', leave)
    }
  }, [isOpen, box])
}
