import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../frame/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'

export const TermsPage = () => (
  <>
    <PageTitle
      title={titled('Terms of service')}
      description="The terms for using Answerable: who may, what you may post, and what you can expect."
    >
      Terms of service
    </PageTitle>
    <p className="lead">Last updated January 2025</p>
    <ListedSections sections={sections} />
  </>
)

const sections = [
  {
    id: 'agreement',
    title: 'Agreement',
    body: (
      <p>
        By using Answerable you agree to these terms, the{' '}
        <Link to={pages.guidelines} className="link">
          community guidelines
        </Link>{' '}
        and the{' '}
        <Link to={pages.privacy} className="link">
          privacy policy
        </Link>
        . If you do not agree, please do not use it.
      </p>
    ),
  },
  {
    id: 'who-may-use-it',
    title: 'Who may use it',
    body: (
      <ul>
        <li>You must be 13 or older.</li>
        <li>
          Reading is open everywhere. Signing in can be closed to some countries; the site then
          tells you so.
        </li>
        <li>A suspended account cannot write. Its owner can take their data along and leave.</li>
      </ul>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Use an email address that is yours. Whoever can read its mail can sign in as you.</li>
        <li>Never pass on a sign-in link or code.</li>
        <li>Have one account. Votes of several accounts of one person are manipulation.</li>
      </ul>
    ),
  },
  {
    id: 'what-you-post',
    title: 'What you post',
    body: (
      <ul>
        <li>It stays yours, and you answer for it.</li>
        <li>You allow us to store it and to show it to the public, free of charge.</li>
        <li>It must be accurate to the best of your knowledge, and yours to post.</li>
        <li>It cannot be edited once it is sent.</li>
      </ul>
    ),
  },
  {
    id: 'moderation',
    title: 'Moderation',
    body: (
      <ul>
        <li>Submissions and comments appear without being checked first.</li>
        <li>
          Flags trigger administrator review. They change no score and hide nothing themselves.
        </li>
        <li>
          Administrators may remove what breaks the guidelines or the law, suspend accounts, and
          move submissions up or down. Where they have moved one, it says so.
        </li>
        <li>Authors are told of a removal and can appeal once.</li>
      </ul>
    ),
  },
  {
    id: 'voting',
    title: 'Votes and ranking',
    body: (
      <p>
        Score equals upvotes minus downvotes: it says what members of this site think, and no more.
        It is not a finding about a business. How the list is ordered is told under{' '}
        <Link to={`${pages.howItWorks}#ranking`} className="link">
          Ranking
        </Link>
        .
      </p>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <p>
        Do not vote, post or sign in by machine, get around a limit, go into other people’s
        accounts, or disturb the service. Reading by machine is fine as long as others do not feel
        it.
      </p>
    ),
  },
  {
    id: 'cost',
    title: 'Cost',
    body: (
      <p>
        The service is free and ad-free.{' '}
        <Link to={pages.donate} className="link">
          Donations are accepted
        </Link>
        ; they are voluntary, are not paid back, and buy nothing.
      </p>
    ),
  },
  {
    id: 'independence',
    title: 'Independence',
    body: (
      <p>
        The service is independent and non-partisan. It has no part in the businesses, campaigns and
        parties that people write about.
      </p>
    ),
  },
  {
    id: 'what-we-promise',
    title: 'What you can expect',
    body: (
      <p>
        We run the service as well as we can, and as it is: it can fail, change or end. We do not
        check what people post, and do not answer for decisions you base on it. Rights that the law
        gives you and that no terms can take away stay with you.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When these terms change, the date at their top changes with them. If you go on using the
        service, the new ones hold.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <Contact /> },
]
