import { appealLimits } from '@answerable/contracts/appeals'
import { type ReasonCode, reasonCodes } from '@answerable/contracts/decisions'
import { flagReasonLimits } from '@answerable/contracts/flags'
import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'
import { plain } from '../ui/figures.ts'

export const GuidelinesPage = () => (
  <>
    <PageTitle
      title={titled('Community guidelines')}
      description="The rules for submissions and comments, the reasons for removal, and how flags, decisions and appeals work."
    >
      Community guidelines
    </PageTitle>
    <p className="lead">
      You agree to these rules with every submission. They also apply to comments.
    </p>
    <ListedSections sections={sections} />
  </>
)

type RemovalReason = Exclude<
  ReasonCode,
  'no-violation' | 'appeal-granted' | 'public-interest' | 'other'
>

/** Reasons for removal, as in the administrators' form. */
const removals: Record<RemovalReason, string> = {
  'false-information': 'Claims shown to be untrue, or that omit facts that change their meaning.',
  unsourced: 'An accusation of a crime or of harm needs a source that readers can open.',
  harassment:
    'Criticize what a business does. Do not target people who work there or disagree with you.',
  hate: 'Nobody may be targeted because of origin, religion, gender, sexuality, age or disability.',
  'personal-information': 'Home addresses, phone numbers, private pictures or documents.',
  'private-person':
    'Submissions may only be about businesses, products, services, brands, organizations and platforms.',
  illegal: 'Unlawful content, and calls to break the law.',
  spam: 'Advertising, referral links and repeated text.',
  duplicate: 'One submission per case. Vote and comment on the existing one.',
  'off-topic': 'Name something that people can stop buying or using, and say why.',
  'vote-manipulation': 'Voting with several accounts, buying votes, or flagging in bad faith.',
}

const sections = [
  {
    id: 'good-submission',
    title: 'A good submission',
    body: (
      <ul>
        <li>It names the target and the location, so that nobody confuses it with another.</li>
        <li>It says what happened, when and to whom before it gives an opinion.</li>
        <li>
          It gives reliable sources, such as news reports, court documents or the target’s own
          statements.
        </li>
        <li>It separates opinion from fact.</li>
        <li>It says what the business should change.</li>
      </ul>
    ),
  },
  {
    id: 'what-we-remove',
    title: 'What we remove',
    body: (
      <dl className="terms">
        {Object.entries(removals).map(([code, meaning]) => (
          <div key={code}>
            <dt>{reasonCodes[code as RemovalReason]}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: 'flagging',
    title: 'Flagging',
    body: (
      <>
        <p>
          Sign in, press Flag on a submission or a comment, and say in up to {flagReasonLimits.max}{' '}
          characters which rule is broken. You can flag each of them once.
        </p>
        <p>
          Flags trigger administrator review. However many there are, flags never change the score
          and never hide anything by themselves. Administrators see your reason, not your name. You
          are notified of the outcome.
        </p>
      </>
    ),
  },
  {
    id: 'review',
    title: 'Administrator decisions',
    body: (
      <>
        <ul>
          <li>
            <strong>Approve:</strong> the flags are closed and the submission or comment is public.
          </li>
          <li>
            <strong>Remove a submission:</strong> only the author and the administrators can still
            see it, its comments and its votes.
          </li>
          <li>
            <strong>Remove a comment:</strong> its text disappears at once. A line with the reason
            remains, and so do the replies.
          </li>
          <li>
            <strong>Lock a discussion:</strong> nobody can add comments until it is unlocked.
          </li>
          <li>
            <strong>Merge:</strong> two submissions about the same matter become one. Each person’s
            newest vote counts once, and links to the newer submission lead to the older one.
          </li>
          <li>
            <strong>Super boost:</strong> the submission moves up or down in Hot and Top. It is
            marked, and its score does not change.
          </li>
          <li>
            <strong>Suspend:</strong> an account that keeps breaking the rules is signed out and can
            no longer post. This also applies to every other account of the same mailbox. The owner
            can still sign in to download their data or delete the account.
          </li>
          <li>
            <strong>Votes:</strong> votes that are{' '}
            <Link to={`${pages.howItWorks}#voting`} className="link">
              held
            </Link>{' '}
            are counted or voided, and those of a suspended account can be voided.
          </li>
        </ul>
        <p>
          Decisions take effect immediately and are recorded permanently. The public log shows when
          each decision was made, its kind and its reason. It does not show names or texts.
        </p>
      </>
    ),
  },
  {
    id: 'appeals',
    title: 'Appeals',
    body: (
      <p>
        If your submission, comment, alternative or official response is removed, you can still see
        the reason. You can appeal once, in up to {plain(appealLimits.max)} characters. If the site
        has more than one administrator, another one decides. You are notified of the outcome.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>Is information about you on this site wrong?</p>
        <Contact />
      </>
    ),
  },
]
