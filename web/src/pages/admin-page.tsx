import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import * as Tabs from 'radix-ui/tabs'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { UserManagement } from '../features/accounts/user-management.tsx'
import { adminAddress, adminTabs, tabOf } from '../features/review/admin-place.ts'
import { AdminsOnly } from '../features/review/admins-only.tsx'
import { AllSubmissions } from '../features/review/all-submissions.tsx'
import { FlaggedContent } from '../features/review/flagged-content.tsx'
import { stats } from '../features/review/review.ts'
import { StatTiles } from '../features/review/stat-tiles.tsx'
import { SuperBoost } from '../features/review/super-boost.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import '../styles/admin.css'
import '../styles/records.css'

export const AdminPage = () => <AdminsOnly>{({ id }) => <Dashboard readerId={id} />}</AdminsOnly>

const Dashboard = ({ readerId }: { readerId: string }) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const totals = useQuery(stats())
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <PageTitle title={titled('Admin Dashboard')}>Admin Dashboard</PageTitle>
        <nav aria-label="Administration pages" className="flex flex-wrap gap-x-5">
          <Link className="quiet-link" to={pages.adminVotes}>
            Held votes
          </Link>
          <Link className="quiet-link" to={pages.adminErrors}>
            Diagnostics
          </Link>
          <Link className="quiet-link" to={pages.moderationLog}>
            Moderation log
          </Link>
        </nav>
      </div>
      <StatTiles totals={totals} />
      <Tabs.Root
        className="mt-6"
        value={tabOf(search.get('tab'))}
        onValueChange={(tab) => void navigate(adminAddress(tabOf(tab)))}
        // A tab is a place with an address of its own: passing over it with the arrows does not go there.
        activationMode="manual"
      >
        <Tabs.List className="tabs admin-tabs" aria-label="Moderation">
          {Object.entries(adminTabs).map(([tab, label]) => (
            <Tabs.Trigger key={tab} className="tab" value={tab}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="flagged" tabIndex={-1}>
          <h2 className="sr-only">{adminTabs.flagged}</h2>
          <FlaggedContent readerId={readerId} />
        </Tabs.Content>
        <Tabs.Content value="super-boost" tabIndex={-1}>
          <h2 className="sr-only">{adminTabs['super-boost']}</h2>
          <SuperBoost />
        </Tabs.Content>
        <Tabs.Content value="users" tabIndex={-1}>
          <h2 className="sr-only">{adminTabs.users}</h2>
          <UserManagement readerId={readerId} />
        </Tabs.Content>
        <Tabs.Content value="submissions" tabIndex={-1}>
          <h2 className="sr-only">{adminTabs.submissions}</h2>
          <AllSubmissions readerId={readerId} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}
