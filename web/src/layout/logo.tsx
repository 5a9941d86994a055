import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'

/** The letter A as an upvote arrow above a line. */
export const Logo = () => (
  <Link to={pages.home} className="logo">
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="5" className="fill-signal" />
      <path
        d="M7 21.5 16 8l9 13.5M10.5 25h11"
        className="fill-none stroke-paper"
        strokeWidth="3.4"
        strokeLinecap="square"
      />
    </svg>
    <span>Answerable</span>
  </Link>
)
