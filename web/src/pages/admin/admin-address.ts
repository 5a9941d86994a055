import { pages } from '@answerable/contracts/pages'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readPage } from '../../ui/paging.ts'

/** Value and label of every tab, in their order; the first is the default. */
export const adminTabs = {
  flagged: 'Flagged Content',
  'super-boost': 'Super Boost',
  users: 'User Management',
  submissions: 'All Submissions',
} as const
export type AdminTab = keyof typeof adminTabs

/** Address of a place in the dashboard; what is the default or empty is left out. */
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

/** Where a tab of the dashboard stands, as the address says it. */
export const useAdminPlace = (tab: AdminTab) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { tab: _, ...place } = Object.fromEntries(search)
  const page = readPage(search.get('page'))
  return {
    page,
    read: (name: string): string => place[name] ?? '',
    addressOf: (next: number) =>
      adminAddress(tab, { ...place, page: next === 1 ? '' : String(next) }),
    /** Another search or filter begins at its first page, and is no step of its own on the way back. */
    change: (changed: Readonly<Record<string, string>>) =>
      void navigate(adminAddress(tab, { ...place, page: '', ...changed }), { replace: true }),
  }
}
