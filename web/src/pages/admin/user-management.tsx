import { useQuery } from '@tanstack/react-query'
import { accountQueries } from '../../features/accounts/account-queries.ts'
import { AccountTable } from '../../features/accounts/account-table.tsx'
import { useAdminPlace } from './admin-address.ts'
import { PlaceFilter, SearchedList } from './searched-list.tsx'

const roleLabels = { any: 'Any role', member: 'Members', admin: 'Administrators' } as const
const stateLabels = { any: 'Any status', active: 'Active', suspended: 'Suspended' } as const

const roles = ['any', 'member', 'admin'] as const
const states = ['any', 'active', 'suspended'] as const

export const UserManagement = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('users')
  const role = roles.find((one) => one === place.read('role')) ?? 'any'
  const state = states.find((one) => one === place.read('state')) ?? 'any'
  const accounts = useQuery(
    accountQueries.list({ page: place.page, search: place.read('search'), role, state }),
  )
  return (
    <SearchedList
      place={place}
      what="accounts"
      searchLabel="Search by username, email address or ID"
      filters={
        <>
          <PlaceFilter
            place={place}
            name="role"
            label="Role"
            options={roleLabels}
            value={role}
            usual="any"
          />
          <PlaceFilter
            place={place}
            name="state"
            label="Status"
            options={stateLabels}
            value={state}
            usual="any"
          />
        </>
      }
      list={accounts}
      empty="No matching accounts."
    >
      {(rows) => (
        <AccountTable accounts={rows} readerId={readerId} isWaiting={accounts.isPlaceholderData} />
      )}
    </SearchedList>
  )
}
