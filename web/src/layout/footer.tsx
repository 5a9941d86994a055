import { Link } from 'react-router-dom'
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx'
import { ThemeSelect } from '../theme/theme-select.tsx'
import { footerLinks } from './links.ts'
import { description } from './product.ts'

export const Footer = () => (
  <footer className="footer">
    <div className="column flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav aria-label="Footer" className="footer-links">
        {footerLinks.map(({ to, label }) => (
          <Link key={to} to={to} className="quiet-link">
            {label}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Shortcuts />
        <ThemeSelect />
      </div>
      <p className="w-full">{description}</p>
    </div>
  </footer>
)
