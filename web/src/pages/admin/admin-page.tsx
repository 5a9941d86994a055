import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import * as Tabs from 'radix-ui/tabs'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { adminAddress, adminTabs, tabOf } from './admin-address.ts'
import { AdminsOnly } from './admins-only.tsx'
import { AllSubmissions } from './all-submissions.tsx'
import { FlaggedContent } from './flagged-content.tsx'
import { StatTiles } from './stat-tiles.tsx'
import { SuperBoost } from './super-boost.tsx'
import { UserManagement } from './user-management.tsx'
import '../../styles/admin.css'

export const AdminPage = () => <AdminsOnly>{({ id }) => <Dashboard readerId={id} />}</AdminsOnly>

const Dashboard = ({ readerId }: { readerId: string }) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const totals = useQuery(reviewQueries.stats())
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <PageTitle title={titled('Admin Dashboard')}>Admin Dashboard</PageTitle>
        <nav aria-label="Administration pages" className="flex flex-wrap gap-x-5">
          <Link className="quiet-link" to={pages.adminVotes}>
            Held votes
          </Link>
          <Link className="quiet-link" to={pages.adminSuggestions}>
            Suggestions
          </Link>
          <Link className="quiet-link" to={pages.adminUpdates}>
            Updates
          </Link>
          <Link className="quiet-link" to={pages.adminReplies}>
            Responses and claims
          </Link>
          <Link className="quiet-link" to={pages.adminWebhooks}>
            Webhooks
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
        // Each tab has its own address: moving over it with the arrow keys does not navigate.
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
