import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { sessionQueries } from '../session/current-user.ts'

type AdminLinkProps = { className: string; onUsed?: () => void }

export const AdminLink = ({ className, onUsed }: AdminLinkProps) => {
  const user = useQuery(sessionQueries.currentUser())
  if (user.data?.isAdmin !== true) return null
  return (
    <NavLink to={pages.admin} className={className} onClick={onUsed}>
      Admin
    </NavLink>
  )
}
