import { pages } from '@answerable/contracts/pages'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { currentSearch } from '../../platform/current-search.ts'
import { readPage } from '../../ui/paging.ts'

/** Values and labels of the tabs, in order; the first is the default. */
export const adminTabs = {
  flagged: 'Flagged Content',
  'super-boost': 'Super Boost',
  users: 'User Management',
  submissions: 'All Submissions',
} as const
export type AdminTab = keyof typeof adminTabs

/** Address of a tab of the dashboard, without default and empty values. */
export const adminAddress = (
  tab: AdminTab,
  place: Readonly<Record<string, string>> = {},
): string => {
  const search = new URLSearchParams(tab === 'flagged' ? {} : { tab })
  for (const [name, value] of Object.entries(place)) if (value !== '') search.set(name, value)
  return search.size === 0 ? pages.admin : `${pages.admin}?${search}`
}

export const tabOf = (value: string | null): AdminTab =>
  value !== null && Object.hasOwn(adminTabs, value) ? (value as AdminTab) : 'flagged'

/** State of a dashboard tab, stored in the address. */
export const useAdminPlace = (tab: AdminTab) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { tab: _, ...place } = Object.fromEntries(search)
  const page = readPage(search.get('page'))
  return {
    page,
    read: (name: string): string => place[name] ?? '',
    addressOf: (next: number) =>
      adminAddress(tab, { ...place, page: next === 1 ? '' : String(next) }),
    /** A new search or filter starts at page 1 and replaces the history entry. */
    change: (changed: Readonly<Record<string, string>>) => {
      const current = currentSearch(pathname)
      // A search whose typing paused after a link to another tab or page was pressed.
      if (current === null || tabOf(current.get('tab')) !== tab) return
      const { tab: _, ...latest } = Object.fromEntries(current)
      void navigate(adminAddress(tab, { ...latest, page: '', ...changed }), { replace: true })
    },
  }
}
