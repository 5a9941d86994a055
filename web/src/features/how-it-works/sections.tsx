import { pages } from '@answerable/contracts/pages'
import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { Link } from 'react-router-dom'
import type { ArticleSection } from '../../ui/article.tsx'
import { hoursPerTenfold, RankingExample } from '../ranking/ranking-example.tsx'

const steps = (
  <ol className="steps">
    <li>
      <h3>Submit</h3>
      <p>
        Name the target, the place and the reasons. Add sources that readers can check. Your
        submission appears at once, with a score of 0.
      </p>
    </li>
    <li>
      <h3>Vote and discuss</h3>
      <p>
        Members vote it up or down and comment. The score changes on every open page as votes come
        in.
      </p>
    </li>
    <li>
      <h3>Review</h3>
      <p>
        Members flag submissions that break a rule and say why. Administrators review flagged
        submissions and approve or remove them.
      </p>
    </li>
  </ol>
)

const features = (
  <ul>
    <li>
      <strong>No passwords.</strong> We email you a link and a 6-digit code. Either one signs you
      in, once, within {signInLifetimeSeconds / 60} minutes.
    </li>
    <li>
      <strong>Live figures.</strong> Scores and comment counts update while you read. Rows stay in
      place until you ask for the new order.
    </li>
    <li>
      <strong>Sources in view.</strong> Links open the source. Media from YouTube, TikTok and
      Twitter load only when you press Load Content. Until then, those sites learn nothing about
      you.
    </li>
    <li>
      <strong>Secret votes.</strong> Everyone sees the score. Nobody else sees how you voted.
    </li>
    <li>
      <strong>Moderation you can check.</strong> Every administrator decision is recorded
      permanently.
    </li>
    <li>
      <strong>Free and ad-free.</strong> Donations are accepted and buy no influence.
    </li>
  </ul>
)

const voting = (
  <>
    <p>
      <strong>Score equals upvotes minus downvotes.</strong> Nothing else affects it.
    </p>
    <ul>
      <li>You have one vote on each submission, up or down.</li>
      <li>Press the other arrow to change your vote. Press the same arrow to take it back.</li>
      <li>You can vote on your own submission. It starts without your vote.</li>
      <li>Flags and comments do not change the score.</li>
    </ul>
    <p>
      <strong>Some votes are held.</strong> The score counts people, not accounts. Accounts that
      share a mailbox share one vote, and new accounts have lower limits in their first days. Votes
      beyond what these rules allow, many from new accounts at once or many new accounts from one
      network, are held: they are not counted until an administrator has looked at them, and then
      count or never do.
    </p>
    <p>
      A submission says <strong>unusual activity</strong> while at least five votes are held because
      more than 30 accounts made within a day voted on it within an hour. Votes held for another
      reason are shown to administrators only: one person could cause them. Nobody sees whose votes
      are held. Every decision about them is in the public{' '}
      <Link to={pages.moderationLog} className="link">
        moderation log
      </Link>
      , with the number of votes.
    </p>
  </>
)

const ranking = (
  <>
    <p>The list has three orders:</p>
    <ul>
      <li>
        <strong>Hot</strong>, the default, weighs score against age.
      </li>
      <li>
        <strong>New</strong> shows the latest first, regardless of score.
      </li>
      <li>
        <strong>Top</strong> shows the highest score first, of all time.
      </li>
    </ul>
    <p>
      In Hot, ten times the score is worth {hoursPerTenfold} hours. A submission with a score of 100
      ranks level with one that is {hoursPerTenfold} hours younger and has 10. Early votes count
      most, so new submissions get a chance and old ones make room.
    </p>
    <RankingExample />
    <p className="text-soft">
      For votes: 1 for a score of 10, 2 for 100, and the same below zero. For age: minus 1 for every{' '}
      {hoursPerTenfold} hours. Higher values rank first.
    </p>
    <p>
      The exact formula, where <i>s</i> is the score plus the super boost:
    </p>
    <p>
      <code className="formula">sign(s) · log10(max(|s|, 1)) + seconds / 79200</code>
    </p>
    <p>
      <i>seconds</i> is the moment of submission, in seconds since 1 January 1970. The table shows
      the same values, counted from now.
    </p>
    <h3>Super boost</h3>
    <p>
      An administrator can add a number to what Hot and Top count, or take one away. This is the
      super boost. It never changes the score you see, and the submission says that it was boosted
      or lowered by moderators, and by how much. Boosts never affect New.
    </p>
  </>
)

const doAndAvoid = (
  <div className="do-avoid">
    <div>
      <h3>Do</h3>
      <ul>
        <li>Give reasons with reliable sources.</li>
        <li>Focus on facts: what happened, when, and to whom.</li>
        <li>Look through the list first. If your case is already there, comment on it.</li>
        <li>Vote on the case, not on the author.</li>
        <li>Flag submissions that break the rules, and say which rule.</li>
      </ul>
    </div>
    <div>
      <h3>Avoid</h3>
      <ul>
        <li>Rumours, or serious claims without a source.</li>
        <li>Names, addresses or pictures of private people.</li>
        <li>Insults, threats, or calls for anything beyond not buying.</li>
        <li>Voting with more than one account, or asking others to.</li>
        <li>Flagging because you disagree. Vote it down instead.</li>
      </ul>
    </div>
  </div>
)

const flags = (
  <>
    <p>
      Flags trigger administrator review. The first flag puts a submission on the administrators’
      list, most-flagged first. A flag never changes the score and never hides anything by itself.
    </p>
    <p>
      The next steps are described in the{' '}
      <Link to={`${pages.guidelines}#review`} className="link">
        community guidelines
      </Link>
      . Administrator decisions appear in the public{' '}
      <Link to={pages.moderationLog} className="link">
        moderation log
      </Link>
      . Each entry is chained to the one before, so any change or removal would be visible.
    </p>
  </>
)

export const howItWorksSections: readonly ArticleSection[] = [
  { id: 'steps', title: 'Three steps', body: steps },
  { id: 'features', title: 'Key features', body: features },
  { id: 'voting', title: 'Voting', body: voting },
  { id: 'ranking', title: 'Ranking', body: ranking },
  { id: 'flags', title: 'Flags', body: flags },
  { id: 'do-and-avoid', title: 'Do and avoid', body: doAndAvoid },
]
