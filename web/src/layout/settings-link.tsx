import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { sessionQueries } from '../session/current-user.ts'

type SettingsLinkProps = { className: string; onUsed?: () => void }

export const SettingsLink = ({ className, onUsed }: SettingsLinkProps) => {
  const user = useQuery(sessionQueries.currentUser())
  if (!user.data) return null
  return (
    <NavLink to={pages.settings} className={className} onClick={onUsed}>
      Settings
    </NavLink>
  )
}
