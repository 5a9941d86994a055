import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useAdminPlace } from '../review/admin-place.ts'
import { Pagination } from '../submissions/pagination.tsx'
import { pagingOf } from '../submissions/paging.ts'
import { AccountTable } from './account-table.tsx'
import { accounts } from './accounts.ts'

const roleLabels = { any: 'Any role', member: 'Members', admin: 'Administrators' } as const
const stateLabels = { any: 'Any state', active: 'Active', suspended: 'Suspended' } as const

const roles = ['any', 'member', 'admin'] as const
const states = ['any', 'active', 'suspended'] as const

export const UserManagement = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('users')
  const search = {
    page: place.page,
    search: place.read('search'),
    role: roles.find((one) => one === place.read('role')) ?? 'any',
    state: states.find((one) => one === place.read('state')) ?? 'any',
  }
  const found = useQuery(accounts(search))
  const { data, isPlaceholderData } = found
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <>
      <search className="filters">
        <SearchField
          label="Search by name, mail address or id"
          value={search.search}
          onSearch={(text) => place.change({ search: text })}
        />
        <FilterSelect
          label="Role"
          options={roleLabels}
          value={search.role}
          onChange={(role) => place.change({ role: role === 'any' ? '' : role })}
        />
        <FilterSelect
          label="State"
          options={stateLabels}
          value={search.state}
          onChange={(state) => place.change({ state: state === 'any' ? '' : state })}
        />
      </search>
      <ListStates
        what="accounts"
        list={found}
        empty={<p className="font-serif text-xl font-semibold">No account matches.</p>}
      >
        {(rows) => (
          <AccountTable accounts={rows} readerId={readerId} isWaiting={isPlaceholderData} />
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={place.addressOf}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}
