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
        Say who it is about, where, and why. Add sources that a reader can check. Your submission
        appears at once, with a score of 0.
      </p>
    </li>
    <li>
      <h3>Vote and discuss</h3>
      <p>
        Members vote it up or down and comment. Its score changes on every open page as votes come
        in.
      </p>
    </li>
    <li>
      <h3>Review</h3>
      <p>
        Whoever sees a rule broken flags the submission and says why. Administrators look at what is
        flagged and approve or remove it.
      </p>
    </li>
  </ol>
)

const features = (
  <ul>
    <li>
      <strong>No passwords.</strong> You get a mail with a link and a 6-digit code. Either signs you
      in, once, within {signInLifetimeSeconds / 60} minutes.
    </li>
    <li>
      <strong>Live figures.</strong> Scores and numbers of comments change while you read. Rows stay
      where they are until you ask for the new order.
    </li>
    <li>
      <strong>Sources in view.</strong> Links open the source. Media from YouTube, TikTok and
      Twitter load only when you press Load Content; before that, those sites learn nothing of you.
    </li>
    <li>
      <strong>Secret votes.</strong> Everyone sees the score. Nobody else sees how you voted.
    </li>
    <li>
      <strong>Moderation you can check.</strong> Every decision of an administrator is recorded for
      good.
    </li>
    <li>
      <strong>Free and ad-free.</strong> Donations are accepted, and buy no influence.
    </li>
  </ul>
)

const voting = (
  <>
    <p>
      <strong>Score equals upvotes minus downvotes.</strong> Nothing else goes into it.
    </p>
    <ul>
      <li>You have one vote on each submission, up or down.</li>
      <li>Press the other arrow to change your vote. Press the same arrow to take it back.</li>
      <li>You can vote on your own submission. It starts without your vote.</li>
      <li>Flags and comments do not change the score.</li>
    </ul>
    <p>
      <strong>Some votes are held.</strong> The score is of people, not of accounts. Accounts that
      share a mailbox share one vote, and new accounts can do less than others in their first days.
      Votes beyond what these rules allow, many from new accounts at once or many new accounts from
      one network, are held: they are not counted until an administrator has looked at them, and
      then count or never do.
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
        <strong>Hot</strong>, the usual one, weighs score against age.
      </li>
      <li>
        <strong>New</strong> shows the latest first, whatever its score.
      </li>
      <li>
        <strong>Top</strong> shows the highest score first, of all time.
      </li>
    </ul>
    <p>
      In Hot, ten times the score is worth {hoursPerTenfold} hours. A submission with a score of 100
      stands level with one that is {hoursPerTenfold} hours younger and has 10. The first votes
      count most, so new submissions get their chance, and old ones make room.
    </p>
    <RankingExample />
    <p className="text-soft">
      For votes: 1 for a score of 10, 2 for 100, and the same below zero. For age: minus 1 for every{' '}
      {hoursPerTenfold} hours. Higher stands first.
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
      or lowered by moderators, and by how much. New is never boosted.
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
        <li>Look through the list first, and comment where your case is already there.</li>
        <li>Vote on the case, not on the author.</li>
        <li>Flag what breaks the rules, and say which.</li>
      </ul>
    </div>
    <div>
      <h3>Avoid</h3>
      <ul>
        <li>Rumours, or serious claims without a source.</li>
        <li>Names, addresses or pictures of private people.</li>
        <li>Insults, threats, or calls to do more than not buy.</li>
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
      list; what has most flags stands first. A flag never changes the score and hides nothing by
      itself.
    </p>
    <p>
      What follows is told in the{' '}
      <Link to={`${pages.guidelines}#review`} className="link">
        community guidelines
      </Link>
      . What administrators decide stands in the public{' '}
      <Link to={pages.moderationLog} className="link">
        moderation log
      </Link>
      , each entry chained to the one before, so that none can be changed or taken out unseen.
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
