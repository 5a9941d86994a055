import { pages } from '@answerable/contracts/pages'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { Bell } from '../features/notifications/bell.tsx'
import { SearchForm } from '../features/search/search-form.tsx'
import { ThemeToggle } from '../theme/theme-toggle.tsx'
import { Account } from './account.tsx'
import { AdminLink } from './admin-link.tsx'
import { mainLinks } from './links.ts'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export const Header = () => {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const search = useNarrowSearch()
  return (
    <header className="header" data-searching={search.isOpen || undefined}>
      <div className="column header-row">
        <Logo />
        <nav aria-label="Main" className="header-links">
          {mainLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end className="header-link">
              {label}
            </NavLink>
          ))}
          <AdminLink className="header-link" />
        </nav>
        <SearchForm field={search.field} />
        <div className="header-actions">
          <Link
            to={pages.search}
            className="button-icon header-search"
            aria-label="Search"
            onClick={search.toggle}
          >
            <Search size={20} aria-hidden />
          </Link>
          <Link to={pages.submit} className="button-primary" data-tour="submit-button">
            Submit
          </Link>
          <div className="header-account header-theme">
            <ThemeToggle />
          </div>
          <Bell />
          <div className="header-account">
            <Account />
          </div>
          <button
            type="button"
            className="button-icon header-menu"
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <Menu size={22} aria-hidden />
          </button>
        </div>
      </div>
      {isMenuOpen && <MobileMenu onClose={() => setMenuOpen(false)} />}
    </header>
  )
}

/**
 * On narrow screens the search field has a line of its own, on the page of results or once its link is
 * pressed. Without scripts the link leads to that page.
 */
const useNarrowSearch = () => {
  const { pathname, key } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const [openAt, setOpenAt] = useState<string>()
  const isPressed = openAt === `${pathname} ${key}`
  return {
    field,
    isOpen: isPressed || pathname === pages.search,
    toggle: (event: MouseEvent) => {
      event.preventDefault()
      // Phones open the keyboard only if the field has the focus before the press ends.
      flushSync(() => setOpenAt(isPressed ? undefined : `${pathname} ${key}`))
      field.current?.focus()
    },
  }
}
