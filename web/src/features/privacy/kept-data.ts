import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'

export type KeptData = {
  name: string
  what: string
  why: string
  howLong: string
  /** Who can see it beside those who run the servers. */
  seenBy: string
  /** Where it stands: `service.table`. */
  tables: readonly string[]
}

/** Everything about people that the services keep. What the privacy page says is what stands here. */
export const keptData: readonly KeptData[] = [
  {
    name: 'Your account',
    what: 'Email address, username, the day you joined, and whether you are an administrator or suspended.',
    why: 'To sign you in, and to show your username beside what you write.',
    howLong: 'Until you delete the account.',
    seenBy:
      'Your address is shown to you alone; administrators can find an account by an address they know. Your username is public.',
    tables: ['auth.users', 'catalog.authors'],
  },
  {
    name: 'Your sessions',
    what: 'For each browser in which you are signed in: a scrambled form of its session’s number, the kind of browser in two or three words, the country where it began, when it began and when it was last used.',
    why: 'To keep you signed in, and to show you in your settings where you are.',
    howLong:
      'Until you log out, for 14 days without use, and for 30 days at most. Administrators have to sign in again after 12 hours.',
    seenBy: 'You.',
    tables: ['auth.sessions'],
  },
  {
    name: 'Notices of new browsers',
    what: 'The kind of browser and the country of a sign-in that the account did not know.',
    why: 'To tell you by mail that somebody signed in as you.',
    howLong: 'Until the mail is sent, two days at most.',
    seenBy: 'You.',
    tables: ['auth.notices'],
  },
  {
    name: 'Your requests to sign in or to leave',
    what: 'The address, and scrambled forms of the link, the code and the cookie that belong together.',
    why: 'To send the mail, and to check the link or code when you use it.',
    howLong: `The link and the code work for ${signInLifetimeSeconds / 60} minutes. The record is deleted within an hour and a half.`,
    seenBy: 'Nobody.',
    tables: ['auth.flows', 'auth.mail_outbox'],
  },
  {
    name: 'Counts of attempts',
    what: 'When mails were asked for, codes were wrong and usernames were changed, under scrambled forms of mailbox, network and browser.',
    why: 'To stop people who guess codes, flood others with mail or hide behind many names.',
    howLong: 'A day at most. Wrong codes are also counted until you next sign in.',
    seenBy: 'Nobody.',
    tables: ['auth.budgets'],
  },
  {
    name: 'Usernames that were given up',
    what: 'A scrambled form of the name, and the number of the account that had it.',
    why: 'So that nobody else can pass for you with it.',
    howLong: '30 days, also when the account was deleted.',
    seenBy: 'Nobody.',
    tables: ['auth.released_names'],
  },
  {
    name: 'That an account was deleted',
    what: 'Its number, which leads to nobody any more, and when it was deleted.',
    why: 'To tell every part of the site again that nothing of it may stay.',
    howLong:
      '30 days. Beside what people wrote the number stays as a mark that nothing late may be added to.',
    seenBy: 'Nobody.',
    tables: ['auth.departures'],
  },
  {
    name: 'Suspended mailboxes',
    what: 'A scrambled form of the mailbox of an account that is suspended.',
    why: 'So that neither another address of the mailbox nor deleting the account ends a suspension.',
    howLong: 'As long as the suspension lasts.',
    seenBy: 'Nobody.',
    tables: ['auth.suspended_mailboxes'],
  },
  {
    name: 'Counts of what you do',
    what: 'How much your account and your network (an address, or a part of one) have lately asked for, voted and posted.',
    why: 'So that nobody can flood the site.',
    howLong: 'Under the network an hour at most, under your account a day; in memory only.',
    seenBy: 'Each answer tells you what is left to you and to your network.',
    tables: [],
  },
  {
    name: 'Your submissions',
    what: 'All that you put into the form, and when.',
    why: 'They are what the site is for.',
    howLong:
      'As long as the site exists, without your name once you have left. What an administrator removes is no longer public, but is kept.',
    seenBy: 'Everyone. After a removal: you and the administrators.',
    tables: ['catalog.submissions', 'catalog.submission_words'],
  },
  {
    name: 'Your comments',
    what: 'Their text, and when you wrote them.',
    why: 'To show them below the submission.',
    howLong: 'As long as the submission and your account exist.',
    seenBy: 'Everyone who can see the submission.',
    tables: ['catalog.comments'],
  },
  {
    name: 'Your votes',
    what: 'On what you voted, when, and whether up or down.',
    why: 'To count each voter once, and to show you how you voted.',
    howLong: 'Until you take the vote back or leave.',
    seenBy: 'You. Everyone else sees the score.',
    tables: ['catalog.votes'],
  },
  {
    name: 'Votes that are held',
    what: 'Which vote is held by which rule since when; for your account a scrambled form of its mailbox; for the first new accounts of a day a scrambled form of their network; which new mailboxes voted on a submission within an hour.',
    why: 'So that every person has one vote, however many accounts or addresses they have.',
    howLong:
      'As long as the vote. What a decision has voided stays void, under numbers that lead to nobody once the account is deleted. Networks two days. New mailboxes of a submission one hour.',
    seenBy:
      'Administrators see how many votes of a submission are held by which rule. Everyone sees it when a crowd of new accounts has votes held.',
    tables: [
      'catalog.voters',
      'catalog.holds',
      'catalog.unusual_activity',
      'catalog.newcomers',
      'catalog.newborn_voters',
      'catalog.voided_accounts',
    ],
  },
  {
    name: 'Your flags',
    what: 'The reason, and the submission as it stood when you flagged it.',
    why: 'So that an administrator can review it.',
    howLong: 'As long as the submission and your account exist.',
    seenBy: 'Administrators see the reason and the text, but not that it was you.',
    tables: ['catalog.flags'],
  },
  {
    name: 'What you write on your first day',
    what: 'How many submissions and comments new accounts of your mailbox have written, under a scrambled form of the mailbox.',
    why: 'So that nobody gets round the limits of the first day with several accounts.',
    howLong: 'One day, also when you delete the account.',
    seenBy: 'Nobody.',
    tables: ['catalog.first_day_writings'],
  },
  {
    name: 'Marks against sending twice',
    what: 'A number and a fingerprint of each submission and comment that you send.',
    why: 'So that nothing is posted twice when your connection fails.',
    howLong: 'It counts for 24 hours, and is deleted when you next post after that.',
    seenBy: 'Nobody.',
    tables: ['catalog.idempotency_keys'],
  },
  {
    name: 'Decisions of administrators, and appeals',
    what: 'Who decided what, when and why, the submission or account before and after, and what was appealed.',
    why: 'So that moderation can be checked, also later.',
    howLong:
      'For good. When you leave, the texts of your appeals, what was noted about your account and your name are deleted.',
    seenBy:
      'Administrators. You, where it is your submission or your account. The public log says only the kind of decision, its reason and time, the category of the submission, and how many votes were released or voided.',
    tables: [
      'auth.applied_decisions',
      'catalog.applied_decisions',
      'moderation.appeals',
      'moderation.decisions',
      'moderation.decision_log',
    ],
  },
  {
    name: 'Errors that you meet',
    what: 'Their kind and text, where in the program they happened and what you did last. Your browser first takes out addresses, links and codes.',
    why: 'To advise you at once, and to find the fault.',
    howLong: '30 days.',
    seenBy: 'Administrators. Nothing in a report says whose it is.',
    tables: ['diagnostics.error_groups', 'diagnostics.error_counts'],
  },
  {
    name: 'Messages between the parts of the site',
    what: 'A new score, a changed username, a session that ended.',
    why: 'To bring every part and every open page up to date.',
    howLong:
      'Until delivered, or 7 days where a message server passes them on. 30 days if one could not be delivered.',
    seenBy: 'Open pages are sent scores and numbers of comments.',
    tables: ['auth.outbox', 'catalog.outbox', 'auth.dead_letters', 'catalog.dead_letters'],
  },
]

type BrowserEntry = { name: string; kind: string; why: string; howLong: string }

/** Everything that the site puts into a browser. */
export const keptInBrowser: readonly BrowserEntry[] = [
  {
    name: '__Host-sid',
    kind: 'Cookie; plain sid on a test site',
    why: 'Keeps you signed in. Scripts cannot read it.',
    howLong: '30 days (administrators 12 hours), or until you log out.',
  },
  {
    name: '__Host-flow',
    kind: 'Cookie; plain flow on a test site',
    why: 'Ties a sign-in mail to the browser that asked for it. Scripts cannot read it.',
    howLong: `${signInLifetimeSeconds / 60} minutes, or until you have signed in.`,
  },
  {
    name: '__Host-device',
    kind: 'Cookie; plain device on a test site',
    why: 'Tells that this browser has signed in to your account before, so that you are mailed about others only and nobody else can use up your attempts to sign in. Scripts cannot read it, and nothing of it is kept on the servers.',
    howLong: '400 days from when you last signed in, or until you delete the account here.',
  },
  {
    name: 'session-hint',
    kind: 'Cookie',
    why: 'Says no more than that you may be signed in, so that visitors’ pages need not ask.',
    howLong: 'As long as the session cookie.',
  },
  {
    name: 'answerable-sign-in-flow',
    kind: 'Local storage',
    why: 'When you asked for a sign-in mail here, so that its link works without another click.',
    howLong: `Until you have signed in; it counts for ${signInLifetimeSeconds / 60} minutes.`,
  },
  {
    name: 'answerable-theme',
    kind: 'Local storage',
    why: 'Whether you chose the light or the dark theme.',
    howLong: 'Until you clear it.',
  },
  {
    name: 'answerable-shortcuts',
    kind: 'Local storage',
    why: 'Whether you want keyboard shortcuts.',
    howLong: 'Until you clear it.',
  },
  {
    name: 'answerable-submission, answerable-comment-…, answerable-appeal-…',
    kind: 'Local storage',
    why: 'What you have written and not sent yet.',
    howLong: 'Until it is sent or you empty the form.',
  },
  {
    name: 'onboarding-completed, answerable-onboarding-completed',
    kind: 'Local storage',
    why: 'That you have seen the tour, so that it does not open again.',
    howLong: 'Until you clear it or ask for the tour again.',
  },
  {
    name: 'answerable-reloaded-at',
    kind: 'Session storage',
    why: 'When a page was last loaded anew because the site had a new release, so that it is not done again and again.',
    howLong: 'Until you close the tab.',
  },
  {
    name: 'answerable-scroll-…',
    kind: 'Session storage',
    why: 'How far you had scrolled, so that going back brings you there.',
    howLong: 'Until you close the tab.',
  },
]
