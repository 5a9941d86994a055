import { Link, useLocation } from 'react-router-dom'
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx'
import { ThemeSelect } from '../theme/theme-select.tsx'
import { feedOfPage } from './feed-of-page.ts'
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
          <FeedLink />
          <Shortcuts />
          <ThemeSelect />
        </div>
      </div>
    </div>
  </footer>
)

/** The address for feed readers, which browsers no longer show. */
const FeedLink = () => {
  const { pathname, search } = useLocation()
  const { title, path } = feedOfPage(pathname, search)
  return (
    <a className="quiet-link" href={path} type="application/atom+xml" title={`Atom feed: ${title}`}>
      Atom feed
    </a>
  )
}
