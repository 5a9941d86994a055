import type { OwnAccount } from '@answerable/contracts/own-account'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isApiError } from '../api/api-error.ts'
import { OwnSuggestions } from '../features/businesses/own-suggestions.tsx'
import { FollowedThings } from '../features/follows/followed-things.tsx'
import { NotificationSettings } from '../features/notification-preferences/notification-settings.tsx'
import { PasskeySection } from '../features/passkeys/passkey-section.tsx'
import { MutedMembers } from '../features/people/muted-members.tsx'
import { DownloadData } from '../features/settings/download-data.tsx'
import { Leaving } from '../features/settings/leaving.tsx'
import { ownAccountQueries } from '../features/settings/own-account.ts'
import { SessionList } from '../features/settings/session-list.tsx'
import { UsernameForm } from '../features/settings/username-form.tsx'
import { LoginHint } from '../features/sign-in/login-hint.tsx'
import { OwnUpdates } from '../features/updates/own-updates.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { KnownUser } from '../session/known-user.tsx'
import { useSectionInAddress } from '../ui/article.tsx'
import { FetchError } from '../ui/fetch-error.tsx'
import '../styles/settings.css'

export const SettingsPage = () => (
  <KnownUser heading={<Heading />}>
    {/* Keyed by account, so that the next user does not see typed text. */}
    {(user) => (user === null ? <SettingsHint /> : <Settings key={user.id} />)}
  </KnownUser>
)

const Settings = () => {
  const account = useQuery(ownAccountQueries.detail())
  const { data, error, isFetching, refetch } = account
  if (data === undefined && isApiError(error?.cause, 401)) return <SettingsHint />
  return (
    <div className={data === undefined ? 'page-narrow' : undefined}>
      <Heading />
      {data !== undefined && <AccountFacts account={data} />}
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <Sections account={data} />}
    </div>
  )
}

const Heading = () => (
  <PageTitle title={titled('Settings')} description="Your username, sessions and data.">
    Settings
  </PageTitle>
)

const joined = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

const AccountFacts = ({ account: { user, joinedAt, suspended } }: { account: OwnAccount }) => (
  <>
    <p className="mt-2 intro">
      Signed in as <span className="font-semibold text-ink wrap-anywhere">{user.email}</span> (only
      you can see this). Member since {joined.format(new Date(joinedAt))}.
    </p>
    {suspended && (
      <p className="notice" role="status">
        <b>Your account is suspended. You can read but not post.</b> You can still download your
        data, sign out and delete the account.
      </p>
    )}
  </>
)

const Sections = ({ account }: { account: OwnAccount }) => {
  useSectionInAddress()
  return (
    <div className="settings">
      <SideList account={account} />
      <div>
        {!account.suspended && (
          <section className="settings-section" aria-labelledby="name">
            <h2 id="name" tabIndex={-1} className="settings-title">
              Your public name
            </h2>
            <UsernameForm user={account.user} />
          </section>
        )}
        <NotificationSettings />
        <FollowedThings />
        <MutedMembers />
        <SessionList sessions={account.sessions} />
        {account.user.isAdmin && <PasskeySection />}
        <OwnSuggestions />
        <OwnUpdates />
        <YourData />
        <Leaving account={account} />
      </div>
    </div>
  )
}

const sections = [
  { id: 'name', label: 'Public name' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'following', label: 'Following' },
  { id: 'muted', label: 'Muted members' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'passkeys', label: 'Passkeys' },
  { id: 'suggestions', label: 'Suggestions' },
  { id: 'updates', label: 'Updates' },
  { id: 'data', label: 'Your data' },
  { id: 'leaving', label: 'Delete account' },
]

const hiddenFrom = ({ suspended, user }: OwnAccount): ReadonlySet<string> =>
  new Set([...(suspended ? ['name'] : []), ...(user.isAdmin ? [] : ['passkeys'])])

const SideList = ({ account }: { account: OwnAccount }) => (
  <nav className="on-this-page" aria-label="Settings">
    <ul>
      {sections
        .filter(({ id }) => !hiddenFrom(account).has(id))
        .map(({ id, label }) => (
          <li key={id}>
            <Link to={`#${id}`} className="quiet-link">
              {label}
            </Link>
          </li>
        ))}
    </ul>
  </nav>
)

const YourData = () => (
  <section className="settings-section" aria-labelledby="data">
    <h2 id="data" tabIndex={-1} className="settings-title">
      Your data
    </h2>
    <p className="text-pretty">
      Download everything we keep about you and everything you have written as one JSON file. The{' '}
      <Link className="link" to={`${pages.privacy}#what-is-kept`}>
        privacy policy
      </Link>{' '}
      explains why we keep it and for how long.
    </p>
    <DownloadData />
  </section>
)

const bones = ['name', 'sessions', 'data']

const Skeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading your account</span>
    {bones.map((bone) => (
      <div key={bone} className="settings-section" aria-hidden="true">
        <div className="bone h-5 w-1/3" />
        <div className="bone mt-3 h-10 w-full" />
      </div>
    ))}
  </div>
)

const SettingsHint = () => (
  <LoginHint heading={<Heading />}>
    Log in to change your username, to see and end your sessions, to download your data or to delete
    your account.
  </LoginHint>
)
