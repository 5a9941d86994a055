import { Link } from 'react-router-dom'
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx'
import { ThemeSelect } from '../theme/theme-select.tsx'
import { footerGroups } from './links.ts'
import { description } from './product.ts'

export const Footer = () => (
  <footer className="footer">
    <div className="column">
      <nav aria-label="Footer" className="footer-groups">
        {footerGroups.map(({ title, links }) => (
          <div key={title} className="footer-group">
            <p className="footer-title">{title}</p>
            {links.map(({ to, label }) => (
              <Link key={to} to={to} className="quiet-link">
                {label}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className="footer-end">
        <p>{description}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Shortcuts />
          <ThemeSelect />
        </div>
      </div>
    </div>
  </footer>
)
