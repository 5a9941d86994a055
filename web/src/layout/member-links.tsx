import { pages, personPath } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { sessionQueries } from '../session/current-user.ts'

/** The links of the account's menu, in the mobile menu. */
export const MemberLinks = ({ onUsed }: { onUsed: () => void }) => {
  const user = useQuery(sessionQueries.currentUser())
  if (!user.data) return null
  const links = [
    { to: pages.notifications, label: 'Notifications' },
    { to: personPath(user.data.username), label: 'Profile' },
    { to: pages.myBoycotts, label: 'My boycotts' },
    { to: pages.settings, label: 'Settings' },
  ]
  return links.map(({ to, label }) => (
    <NavLink key={to} to={to} className="menu-link" onClick={onUsed}>
      {label}
    </NavLink>
  ))
}
