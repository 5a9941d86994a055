import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { KeptDataList, KeptInBrowserList } from '../features/privacy/kept-lists.tsx'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../frame/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'

export const PrivacyPage = () => (
  <>
    <PageTitle
      title={titled('Privacy policy')}
      description="What Answerable keeps, why, for how long and who sees it. No ads, no trackers."
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
        <li>You can read everything without an account.</li>
        <li>An account needs an email address and nothing else. Other members never see it.</li>
        <li>What you submit and comment is public, under a username that the site makes up.</li>
        <li>Nobody else sees how you voted.</li>
        <li>There are no ads and no trackers, and nothing is sold.</li>
      </ul>
    ),
  },
  { id: 'what-is-kept', title: 'What is kept', body: <KeptDataList /> },
  {
    id: 'in-your-browser',
    title: 'Cookies and storage',
    body: (
      <>
        <p>
          The site puts these into your browser. None follows you to other sites. Deleting them
          signs you out and loses what you have not sent, nothing else.
        </p>
        <KeptInBrowserList />
      </>
    ),
  },
  {
    id: 'ip-address',
    title: 'IP address and location',
    body: (
      <>
        <p>
          Your IP address comes with every request, as it does on every site. We look up its country
          in a database on our own servers, because signing in is not offered everywhere, and count
          sign-in attempts by network. The country where a session began is kept with the session.
          The address itself is not stored, and does not appear in the server’s log.
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
          Pages, fonts and icons come from this site alone. Media from YouTube, TikTok and Twitter
          load when you press Load Content, and not before. From then on, that company sees your IP
          address and can set its own cookies.
        </p>
        <p>Mails with codes and notices pass through a mail server on their way to you.</p>
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
          you can change your username, see where you are signed in and end it, download everything
          that is kept about you, and delete your account. A suspended account can do so too, but
          for the name. You can take back a vote and log out at any time.
        </p>
        <p>
          Deleting an account deletes its comments, votes and flags and forgets its address, at once
          where the site is whole and otherwise as soon as it is. Its submissions stay, with the
          author shown as Unknown. A suspension stays with the mailbox, of which only a scrambled
          form is kept.
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
        You must be 13 or older. If you know of an account of a younger child, tell us and it will
        be deleted.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: <p>When this policy changes, the date at its top changes with it.</p>,
  },
]
