import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'

export const TermsPage = () => (
  <>
    <PageTitle
      title={titled('Terms of service')}
      description="The terms of using Answerable: eligibility, content and liability."
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
        . If you do not agree, please do not use the site.
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
          Anyone can read the site from anywhere. Signing in may be unavailable in some countries.
          If so, the site tells you.
        </li>
        <li>
          A suspended account cannot post. Its owner can download their data and delete the account.
        </li>
      </ul>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Use your own email address. Anyone who can read its email can sign in as you.</li>
        <li>Never share a sign-in link or code.</li>
        <li>Use only one account. Voting with several accounts is manipulation.</li>
      </ul>
    ),
  },
  {
    id: 'what-you-post',
    title: 'What you post',
    body: (
      <ul>
        <li>You keep the rights to it and are responsible for it.</li>
        <li>You allow us to store it and show it to the public free of charge.</li>
        <li>
          It must be accurate to the best of your knowledge, and you must have the right to post it.
        </li>
        <li>You cannot edit it after you post it.</li>
      </ul>
    ),
  },
  {
    id: 'moderation',
    title: 'Moderation',
    body: (
      <ul>
        <li>Submissions and comments appear without prior review.</li>
        <li>
          Flags trigger administrator review. They never change the score and never hide anything by
          themselves.
        </li>
        <li>
          Administrators may remove content that breaks the guidelines or the law, suspend accounts,
          and move submissions up or down. Moved submissions are marked.
        </li>
        <li>Authors can see why their content was removed and can appeal once.</li>
        <li>
          Anyone can{' '}
          <Link to={pages.notice} className="link">
            report unlawful content
          </Link>{' '}
          without an account. We email the decision with its reasons.
        </li>
      </ul>
    ),
  },
  {
    id: 'voting',
    title: 'Votes and ranking',
    body: (
      <p>
        Score equals upvotes minus downvotes. It shows what members of this site think and is not a
        finding about a business. The ranking is explained under{' '}
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
        Do not automate voting, posting or signing in, circumvent limits, access other people’s
        accounts, or disrupt the service. Automated reading is fine as long as it does not affect
        others.
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
        ; they are voluntary, non-refundable, and buy no advantage.
      </p>
    ),
  },
  {
    id: 'independence',
    title: 'Independence',
    body: (
      <p>
        The service is independent and non-partisan. It is not affiliated with the businesses,
        campaigns or parties that people write about.
      </p>
    ),
  },
  {
    id: 'what-we-promise',
    title: 'What you can expect',
    body: (
      <p>
        We run the service as well as we can, but provide it as is: it can fail, change or end. We
        do not check posts before they appear and are not liable for decisions you base on them.
        Your statutory rights are not affected.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When these terms change, the date at the top changes. By continuing to use the service you
        accept the new terms.
      </p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <Contact /> },
]
