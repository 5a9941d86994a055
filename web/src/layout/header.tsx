import { pages } from '@answerable/contracts/pages'
import Menu from 'lucide-react/icons/menu'
import { useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { ThemeToggle } from '../theme/theme-toggle.tsx'
import { Account } from './account.tsx'
import { AdminLink } from './admin-link.tsx'
import { mainLinks } from './links.ts'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export const Header = () => {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="header">
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
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <Link to={pages.submit} className="button-primary" data-tour="submit-button">
            Submit
          </Link>
          <div className="header-account">
            <ThemeToggle />
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
