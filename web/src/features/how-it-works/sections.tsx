import { pages } from '@answerable/contracts/pages'
import { hotHalfStepHours } from '@answerable/contracts/ranking'
import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { minVotesOfPeriod } from '@answerable/contracts/votes-by-day'
import { Link } from 'react-router-dom'
import type { ArticleSection } from '../../ui/article.tsx'
import { RankingExample } from './ranking-example.tsx'

const steps = (
  <ol className="steps">
    <li>
      <h3>Submit</h3>
      <p>
        Name the target and its location, and give your reasons. Add sources that readers can check.
        Your submission appears immediately, with a score of 0.
      </p>
    </li>
    <li>
      <h3>Vote and discuss</h3>
      <p>Members vote it up or down and comment on it. The score updates live as votes come in.</p>
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
      <strong>No passwords.</strong> We email you a link and a 6-digit code. Use either one within{' '}
      {signInLifetimeSeconds / 60} minutes to sign in.
    </li>
    <li>
      <strong>Live scores.</strong> Scores and comment counts update while you read. The list keeps
      its order until you choose Show new order.
    </li>
    <li>
      <strong>Visible sources.</strong> Links open the source. Embedded media from YouTube, TikTok
      and Twitter loads only when you press Load Content. Until then, those sites receive no data
      about you.
    </li>
    <li>
      <strong>Secret votes.</strong> Everyone sees the score. Only you see how you voted.
    </li>
    <li>
      <strong>Moderation you can check.</strong> Every administrator decision is recorded
      permanently in a public log.
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
      <li>Press the other arrow to change your vote. Press the same arrow again to withdraw it.</li>
      <li>You can vote on your own submission. It starts with no votes.</li>
      <li>Flags and comments do not change the score.</li>
    </ul>
    <p>
      <strong>Some votes are held.</strong> Each person has one vote, however many accounts they
      have: accounts that share a mailbox share one vote. New accounts have lower limits in their
      first days. Votes beyond these limits are held, and so are votes from many new accounts at
      once or from many new accounts on one network. A held vote does not count until an
      administrator reviews it and either counts it or voids it.
    </p>
    <p>
      A submission is marked <strong>unusual activity</strong> while at least five of its votes are
      held because more than 30 accounts less than a day old voted on it within an hour. Only
      administrators can see votes held for other reasons, because a single person could cause them.
      Nobody can see whose votes are held. Every decision about held votes is in the public{' '}
      <Link to={pages.moderationLog} className="link">
        moderation log
      </Link>
      , with the number of votes.
    </p>
    <p>
      <strong>Votes over time</strong>, on the page of each boycott, shows the votes by day. The
      site counts them once a day and leaves out the current day. It combines days with fewer than{' '}
      {minVotesOfPeriod} votes, and changes a published figure only when at least {minVotesOfPeriod}{' '}
      votes differ. This makes it hard to tell how a single person voted.
    </p>
  </>
)

const ranking = (
  <>
    <p>You can sort the list in three ways:</p>
    <ul>
      <li>
        <strong>Hot</strong>, the default, weighs score against age.
      </li>
      <li>
        <strong>New</strong> shows the latest first, regardless of score.
      </li>
      <li>
        <strong>Top</strong> shows the highest score first, regardless of age.
      </li>
    </ul>
    <p>
      In Hot, a score ten times as high is worth {hotHalfStepHours} hours. For example, a submission
      with a score of 100 ranks level with one that is {hotHalfStepHours} hours newer and has a
      score of 10. The first votes make the most difference, so new submissions can rise and older
      ones move down.
    </p>
    <RankingExample />
    <p className="text-soft">
      “For votes” is 1 for a score of 10, 2 for a score of 100, and negative for a score below zero.
      “For age” is minus 1 for every {hotHalfStepHours} hours. Higher rank values come first.
    </p>
    <p>
      Press the number of a row in the list, or <strong>Why is this here?</strong> on the page of a
      boycott, to see these figures for it and for the next one.
    </p>
    <p>
      The exact formula, where <i>s</i> is the score plus the super boost:
    </p>
    <p>
      <code className="formula">sign(s) · log10(max(|s|, 1)) + seconds / 79200</code>
    </p>
    <p>
      <i>seconds</i> is the time of submission in seconds since January 1, 1970 (UTC). The table
      shows the same values relative to the present.
    </p>
    <h3>Super boost</h3>
    <p>
      An administrator can move a submission up or down in Hot and Top by adding a positive or
      negative number to its score for the ranking. This super boost never changes the displayed
      score and has no effect on New. The submission shows that moderators boosted or lowered it,
      and by how much.
    </p>
    <p>
      You can also download the{' '}
      <Link to={pages.openData} className="link">
        open data
      </Link>{' '}
      and compute the rankings yourself.
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
        <li>Check the list first. If your case is already there, comment on it instead.</li>
        <li>Vote on the case, not on the author.</li>
        <li>Flag submissions that break the rules, and say which rule.</li>
      </ul>
    </div>
    <div>
      <h3>Avoid</h3>
      <ul>
        <li>Rumors, or serious claims without a source.</li>
        <li>Names, addresses or pictures of private people.</li>
        <li>Insults, threats, or calls for anything beyond a boycott.</li>
        <li>Voting with more than one account, or asking others to do so.</li>
        <li>Flagging because you disagree. Vote it down instead.</li>
      </ul>
    </div>
  </div>
)

const flags = (
  <>
    <p>
      Flags trigger administrator review. The first flag adds a submission to the administrators’
      review list, which shows the most-flagged submissions first. A flag never changes the score
      and never hides anything by itself.
    </p>
    <p>
      The{' '}
      <Link to={`${pages.guidelines}#review`} className="link">
        community guidelines
      </Link>{' '}
      describe the next steps. Administrator decisions appear in the public{' '}
      <Link to={pages.moderationLog} className="link">
        moderation log
      </Link>
      . Each entry includes a hash of the one before, so any change or removal would be visible. The{' '}
      <Link to={pages.transparency} className="link">
        transparency page
      </Link>{' '}
      has the figures of each month.
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
