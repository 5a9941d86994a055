import { openDataDays } from '@answerable/contracts/open-data'
import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { StoredDataList, StoredInBrowserList } from '../features/privacy/stored-data-lists.tsx'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'

export const PrivacyPage = () => (
  <>
    <PageTitle
      title={titled('Privacy policy')}
      description="The data Answerable keeps, why, for how long, and who can see it. No ads, no trackers."
    >
      Privacy policy
    </PageTitle>
    <p className="lead">Last updated January 2025</p>
    <ListedSections sections={sections} />
  </>
)

const sections = [
  {
    id: 'in-short',
    title: 'In short',
    body: (
      <ul>
        <li>Anyone can read everything without an account.</li>
        <li>An account needs an email address and nothing else. Other members never see it.</li>
        <li>Your submissions and comments are public, under a username that the site generates.</li>
        <li>Nobody else sees how you voted.</li>
        <li>There are no ads and no trackers. We sell no data.</li>
      </ul>
    ),
  },
  { id: 'what-is-kept', title: 'Data we keep', body: <StoredDataList /> },
  {
    id: 'in-your-browser',
    title: 'Cookies and storage',
    body: (
      <>
        <p>
          The site stores these in your browser. None of them follows you to other sites. If you
          delete them, you are signed out and lose unsent drafts, but nothing else.
        </p>
        <StoredInBrowserList />
      </>
    ),
  },
  {
    id: 'ip-address',
    title: 'IP address and location',
    body: (
      <>
        <p>
          Every request includes your IP address, as on any site. We look up its country in a
          database on our own servers, because signing in is not available everywhere, and we count
          sign-in attempts per network. The country where a session began is kept with the session.
          The address itself is not stored and does not appear in server logs.
        </p>
        <p>
          Country data by{' '}
          <a href="https://db-ip.com" className="link" rel="noreferrer">
            DB-IP
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Other companies',
    body: (
      <>
        <p>
          Pages, fonts and icons come from this site alone. Embedded media from YouTube, TikTok and
          Twitter loads only when you press Load Content. From then on, that company sees your IP
          address and can set its own cookies.
        </p>
        <p>Emails with codes and notifications pass through a mail server.</p>
        <p>
          Unless its operator has turned this off, the site publishes every night{' '}
          <Link to={pages.openData} className="link">
            open data
          </Link>{' '}
          that anyone can copy. It has the names and places of submissions, but no usernames and no
          comments. Files published before a removal stay for up to {openDataDays} days.
        </p>
      </>
    ),
  },
  {
    id: 'your-choices',
    title: 'Your choices',
    body: (
      <>
        <p>
          In your{' '}
          <Link to={pages.settings} className="link">
            settings
          </Link>{' '}
          you can change your username, see and end your sessions, download your data, and delete
          your account. With a suspended account you can do all of this except change the username.
          You can withdraw a vote or log out at any time.
        </p>
        <p>
          Deleting an account deletes its address, comments, votes and flags immediately, or as soon
          as every part of the site is available. Its submissions stay, with the author shown as
          Unknown. A suspension stays with the mailbox, of which we keep only a hash.
        </p>
        <Contact />
      </>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <p>
        You must be 13 or older. If you know of a younger child’s account, tell us and we will
        delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: <p>When this policy changes, the date at the top changes.</p>,
  },
]
