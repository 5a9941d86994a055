import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { NavLink } from 'react-router-dom'
import { sessionQueries } from '../../session/current-user.ts'
import { plain } from '../../ui/figures.ts'
import { unreadQuery } from './unread.ts'

const maxShown = 99

/** Link to the member's notifications, with the number of unread ones. */
export const Bell = () => {
  const user = useQuery(sessionQueries.currentUser())
  const { data: unread = 0 } = useQuery(unreadQuery())
  if (!user.data) return null
  return (
    <NavLink to={pages.notifications} className="button-icon bell" title="Notifications">
      <BellIcon size={19} aria-hidden />
      <span className="sr-only">
        {unread > 0 ? `Notifications, ${plain(unread)} unread` : 'Notifications'}
      </span>
      {unread > 0 && (
        <span className="bell-count figure" aria-hidden="true">
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </NavLink>
  )
}
