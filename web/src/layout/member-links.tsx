import { pages, personPath } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { isUserUnknown, sessionQueries } from '../session/current-user.ts'

/** The links of the account's menu, in the mobile menu. */
export const MemberLinks = ({ onUsed }: { onUsed: () => void }) => {
  const user = useQuery(sessionQueries.currentUser())
  const myBoycotts = { to: pages.myBoycotts, label: 'My boycotts' }
  // This page also opens without a connection.
  const withoutUser = isUserUnknown(user) ? [myBoycotts] : []
  const links = user.data
    ? [
        { to: pages.notifications, label: 'Notifications' },
        { to: personPath(user.data.username), label: 'Profile' },
        myBoycotts,
        { to: pages.settings, label: 'Settings' },
      ]
    : withoutUser
  return links.map(({ to, label }) => (
    <NavLink key={to} to={to} className="menu-link" onClick={onUsed}>
      {label}
    </NavLink>
  ))
}
