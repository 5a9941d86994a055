import { appealLimits } from '@answerable/contracts/appeals'
import { type ReasonCode, reasonCodes } from '@answerable/contracts/decisions'
import { flagReasonLimits } from '@answerable/contracts/flags'
import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Contact } from '../features/site-information/contact.tsx'
import { PageTitle, titled } from '../frame/page-title.tsx'
import { ListedSections } from '../ui/article.tsx'

export const GuidelinesPage = () => (
  <>
    <PageTitle
      title={titled('Community guidelines')}
      description="What belongs on Answerable, what is removed, and how flags, decisions and appeals work."
    >
      Community guidelines
    </PageTitle>
    <p className="lead">
      You agree to these rules with every submission. They hold for comments too.
    </p>
    <ListedSections sections={sections} />
  </>
)

type RemovalReason = Exclude<
  ReasonCode,
  'no-violation' | 'appeal-granted' | 'public-interest' | 'other'
>

/** What a removal is given as its reason, in the words of the administrators' form. */
const removals: Record<RemovalReason, string> = {
  'false-information': 'What is shown to be untrue, or leaves out what turns it around.',
  unsourced: 'An accusation of a crime or of harm needs a source that a reader can open.',
  harassment: 'Attack what a business does. Leave alone those who work there or disagree with you.',
  hate: 'Nobody is a target for origin, religion, gender, sexuality, age or disability.',
  'personal-information': 'Home addresses, phone numbers, private pictures, documents.',
  'private-person': 'Businesses, products, services, brands, organizations and platforms only.',
  illegal: 'What the law forbids, and calls to break it.',
  spam: 'Advertising, referral links, and the same text again and again.',
  duplicate: 'One submission for one case. Vote and comment on the one that is there.',
  'off-topic': 'Name something that people can stop buying or using, and why.',
  'vote-manipulation': 'Several accounts, bought votes, or flags used as a weapon.',
}

const sections = [
  {
    id: 'good-submission',
    title: 'A good submission',
    body: (
      <ul>
        <li>It names its target and the place, so that nobody else is taken for it.</li>
        <li>It says what happened, when, and to whom, before it says what to think of it.</li>
        <li>It gives reliable sources: reports, court papers, the target’s own words.</li>
        <li>It tells opinion from fact.</li>
        <li>It says what would have to change.</li>
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
          Sign in, press Flag, and say in up to {flagReasonLimits.max} characters which rule is
          broken. You can flag a submission once.
        </p>
        <p>
          Flags trigger administrator review. They never change the score and never hide anything by
          themselves, however many there are. Administrators see your reason, not your name.
        </p>
      </>
    ),
  },
  {
    id: 'review',
    title: 'What administrators decide',
    body: (
      <>
        <ul>
          <li>
            <strong>Approve:</strong> the flags are closed and the submission is public.
          </li>
          <li>
            <strong>Remove:</strong> the submission, its comments and its votes are no longer there
            for anyone but its author and the administrators.
          </li>
          <li>
            <strong>Super boost:</strong> the submission is moved up or down in Hot and Top. It says
            so, and its score stays as it is.
          </li>
          <li>
            <strong>Suspend:</strong> an account that keeps breaking the rules is signed out and can
            no longer write. Its owner can sign in to take their data along and to leave.
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
          A decision is in effect at once and recorded for good. The public log of decisions says
          when one was made, of what kind and for what reason. It names neither the people nor the
          text.
        </p>
      </>
    ),
  },
  {
    id: 'appeals',
    title: 'Appeals',
    body: (
      <p>
        If your submission is removed, you still see it, with the reason. You can appeal once, in up
        to {appealLimits.max.toLocaleString('en')} characters. Another administrator decides, where
        the site has more than one.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>Is something here about you, and wrong?</p>
        <Contact />
      </>
    ),
  },
]
