import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'

export type StoredData = {
  name: string
  what: string
  why: string
  howLong: string
  /** Who can see it besides the operators of the servers. */
  seenBy: string
  /** Where it is stored: `service.table`. */
  tables: readonly string[]
}

/** All personal data that the services store. The privacy page lists it. */
export const storedData: readonly StoredData[] = [
  {
    name: 'Your account',
    what: 'Email address, username, the date you joined, and whether you are an administrator or suspended.',
    why: 'To sign you in, and to show your username next to your posts.',
    howLong: 'Until you delete the account.',
    seenBy:
      'Only you can see your address. Administrators can find an account by an address they know. Your username is public.',
    tables: ['auth.users', 'catalog.authors'],
  },
  {
    name: 'Your sessions',
    what: 'For each browser you are signed in with: a hash of the session identifier, the browser and system, the country where the session began, when it began and when it was last used.',
    why: 'To keep you signed in, and to list your sessions in your settings.',
    howLong:
      'Until you log out, for 14 days without use, and for 30 days at most. Administrators have to sign in again after 12 hours. The hash of a session that ended is kept for about an hour, so that every server stops accepting it.',
    seenBy: 'You.',
    tables: ['auth.sessions', 'auth.session_changes'],
  },
  {
    name: 'Passkeys of administrators',
    what: 'The public key of each passkey, its identifier and counter, the name that you gave it, when you added it and when you last used it. No fingerprint, face or PIN ever leaves your device.',
    why: 'To check that decisions in your name are yours.',
    howLong:
      'Until you remove the passkey, lose the role or delete the account. A challenge that a passkey answers is kept as a hash for five minutes.',
    seenBy: 'You.',
    tables: ['auth.passkeys', 'auth.passkey_challenges'],
  },
  {
    name: 'Notices of new browsers',
    what: 'The browser and country of a sign-in from a new browser.',
    why: 'To email you that someone signed in to your account.',
    howLong: 'Until the email is sent, two days at most.',
    seenBy: 'You.',
    tables: ['auth.notices'],
  },
  {
    name: 'What you follow',
    what: 'The boycotts, businesses, countries, categories and searches that you follow or no longer follow, and whether writing about or joining a boycott follows it.',
    why: 'To notify you of what is new there.',
    howLong: 'Until you delete your account.',
    seenBy: 'You.',
    tables: ['notifications.follows', 'notifications.members'],
  },
  {
    name: 'Your notifications',
    what: 'What happened, as IDs, when, and whether you have read it. Names and texts are read from their place when you open the list.',
    why: 'To show you what concerns you.',
    howLong: '180 days, or until you delete your account.',
    seenBy: 'You.',
    tables: [
      'notifications.notices',
      'notifications.occurrences',
      'notifications.fan_outs',
      'notifications.search_comparisons',
    ],
  },
  {
    name: 'Members you have muted',
    what: 'The IDs of both accounts.',
    why: 'So that you get no notifications of what they write.',
    howLong: 'Until one of the accounts is deleted.',
    seenBy: 'Nobody.',
    tables: ['notifications.mutes'],
  },
  {
    name: 'Your email preferences',
    what: 'How often you get emails about each kind of notification, your time zone, when your next daily or weekly email is due, and a random key for the links that stop emails.',
    why: 'To send emails when you want them.',
    howLong: 'Until you delete your account.',
    seenBy: 'You.',
    tables: ['notifications.mail_frequencies', 'notifications.recipients', 'notifications.digests'],
  },
  {
    name: 'Emails with notifications',
    what: 'The titles and usernames in an email that waits to be sent, and whether your mailbox refused one.',
    why: 'To send each email once, and none to a mailbox that refuses emails.',
    howLong:
      'The content until the email is sent, four days at most; that it was sent, 30 days. A refusal until your account is deleted.',
    seenBy: 'You see whether your mailbox refuses emails.',
    tables: ['notifications.mail_requests', 'auth.requested_mails', 'auth.mail_refusals'],
  },
  {
    name: 'Your requests to sign in, to delete your account or to prove a domain',
    what: 'The address, and hashes of the link, the code and the cookie.',
    why: 'To send the email, and to check the link or code when you use it.',
    howLong: `The link and the code are valid for ${signInLifetimeSeconds / 60} minutes. The record is deleted within an hour and a half.`,
    seenBy: 'Nobody.',
    tables: ['auth.flows', 'auth.mail_outbox'],
  },
  {
    name: 'Counts of attempts',
    what: 'When sign-in emails were requested, notices of unlawful content were sent, wrong codes were entered and usernames were changed, stored under keyed hashes of the mailbox, network and browser.',
    why: 'To stop code guessing, email flooding and frequent name changes.',
    howLong:
      'A day at most. Wrong codes are also counted until you next sign in, and those for the domain of a business for a year, under a keyed hash of the domain.',
    seenBy: 'Nobody.',
    tables: ['auth.budgets'],
  },
  {
    name: 'Released usernames',
    what: 'A hash of the name, and the ID of the account that had it.',
    why: 'To prevent others from impersonating you.',
    howLong: '30 days, even if the account was deleted.',
    seenBy: 'Nobody.',
    tables: ['auth.released_names'],
  },
  {
    name: 'Deleted accounts',
    what: 'The account ID, which no longer identifies anyone, and when the account was deleted.',
    why: 'To make sure every part of the site erases the account’s data.',
    howLong:
      '30 days. The ID stays with former posts, so that nothing can be added to the account later.',
    seenBy: 'Nobody.',
    tables: ['auth.deleted_accounts'],
  },
  {
    name: 'Suspended mailboxes',
    what: 'A keyed hash of the mailbox of each suspended account.',
    why: 'So that nobody can avoid a suspension by using another address of the same mailbox or by deleting the account.',
    howLong: 'As long as the suspension lasts.',
    seenBy: 'Nobody.',
    tables: ['auth.suspended_mailboxes'],
  },
  {
    name: 'Counts of your requests',
    what: 'How many requests, votes and posts your account and your network (an address or part of one) made recently.',
    why: 'To prevent flooding.',
    howLong: 'An hour at most for the network, a day for the account; in memory only.',
    seenBy: 'Each response shows your remaining limit and that of your network.',
    tables: [],
  },
  {
    name: 'Your submissions',
    what: 'Everything you entered in the form, what you say about its links, former texts after an edit, and when.',
    why: 'To publish them; that is the purpose of the site.',
    howLong:
      'As long as the site exists, without your name once you delete your account. Submissions removed by an administrator are no longer public but are kept.',
    seenBy: 'Everyone. After a removal: you and the administrators.',
    tables: [
      'catalog.submissions',
      'catalog.submission_versions',
      'catalog.sources',
      'catalog.source_versions',
      'catalog.submission_search',
      'catalog.strongest_submissions',
      'catalog.word_changes',
    ],
  },
  {
    name: 'Your comments',
    what: 'The text, former texts after an edit, the members that it mentions, and when you wrote it.',
    why: 'To show them below the submission, and to notify the members that you mention.',
    howLong:
      'Until you delete the comment or your account. If others have replied, a line without your name and text remains. Comments removed by an administrator are no longer public but are kept.',
    seenBy: 'Everyone who can see the submission. After a removal: the administrators.',
    tables: ['catalog.comments', 'catalog.comment_versions', 'catalog.mentions'],
  },
  {
    name: 'Alternatives that you propose',
    what: 'The name, the link, and when you proposed it.',
    why: 'To show it below the boycott.',
    howLong:
      'Until you delete it or your account. Alternatives removed by an administrator are no longer public but are kept.',
    seenBy: 'Everyone who can see the boycott. After a removal: the administrators.',
    tables: ['catalog.alternatives'],
  },
  {
    name: 'Comments and alternatives that you mark as helpful',
    what: 'The comment or alternative, and when you marked it.',
    why: 'To count each person once, and to show you what you marked.',
    howLong:
      'Until you withdraw the mark, the comment or alternative is deleted or you delete your account.',
    seenBy: 'You. Everyone else sees the number of marks.',
    tables: ['catalog.helpful_marks', 'catalog.alternative_marks'],
  },
  {
    name: 'Your votes',
    what: 'The submissions you voted on, when, and whether up or down.',
    why: 'To count each voter once, and to show you how you voted.',
    howLong:
      'Until you withdraw the vote or delete your account. If boycotts are merged, your votes before the merge are stored for 30 days, so that it can be undone.',
    seenBy:
      'You. Everyone else sees the score, and the numbers of upvotes and downvotes by day on the page and in the open data.',
    tables: ['catalog.votes', 'catalog.merged_votes'],
  },
  {
    name: 'The boycotts that you join',
    what: 'The boycotts in which you take part, and since when.',
    why: 'To count each person once, in a boycott and over all boycotts of a business, and to show you your list.',
    howLong:
      'Until you leave the boycott or delete your account. If boycotts are merged, what you had joined before the merge is stored for 30 days, so that it can be undone.',
    seenBy: 'You. Everyone else sees how many people take part, and never who.',
    tables: [
      'catalog.participations',
      'catalog.counted_participations',
      'catalog.participation_changes',
      'catalog.merged_participations',
    ],
  },
  {
    name: 'Held votes and joins',
    what: 'Which of your votes and joins are held, by which rule and since when; a keyed hash of your mailbox; for the first new accounts of a day, a keyed hash of their network; and which new mailboxes voted on or joined a submission within an hour.',
    why: 'So that each person has one vote and takes part once, however many accounts or addresses they have.',
    howLong:
      'As long as the vote or join. Voided ones stay voided, under IDs that no longer identify anyone once the account is deleted. Network hashes: two days. New mailboxes that voted on or joined a submission: one hour.',
    seenBy:
      'Administrators see how many votes and joins of a submission each rule holds. Everyone sees when votes of many new accounts are held.',
    tables: [
      'catalog.voters',
      'catalog.holds',
      'catalog.unusual_activity',
      'catalog.newcomers',
      'catalog.newborn_voters',
      'catalog.participation_holds',
      'catalog.unusual_participation',
      'catalog.newborn_participants',
      'catalog.voided_accounts',
    ],
  },
  {
    name: 'Your flags',
    what: 'The reason, and a copy of the submission, comment, response or alternative as you flagged it.',
    why: 'So that an administrator can review it.',
    howLong: 'As long as the submission, comment, response or alternative and your account exist.',
    seenBy: 'Administrators see the reason and the text, but not your name.',
    tables: [
      'catalog.flags',
      'catalog.comment_flags',
      'catalog.response_flags',
      'catalog.alternative_flags',
    ],
  },
  {
    name: 'Members that you mute',
    what: 'The member, and when you muted them.',
    why: 'To collapse their comments for you, and to send you no notifications about them.',
    howLong: 'Until you unmute the member, or one of you deletes the account.',
    seenBy: 'You.',
    tables: ['catalog.mutes'],
  },
  {
    name: 'Your suggestions about businesses',
    what: 'The change you suggested, your reason, your source, and the administrator’s note.',
    why: 'So that an administrator can decide on the change, and you can see the decision.',
    howLong: 'Until you delete the account.',
    seenBy: 'You and the administrators. An accepted change is public, without your name.',
    tables: ['catalog.suggestions'],
  },
  {
    name: 'Proofs of domains',
    what: 'The domain by which you prove to speak for a business, and the text that its record or file must have.',
    why: 'To check daily that the proof is still in place.',
    howLong: 'As long as you represent the business. 30 days after a proof was removed.',
    seenBy: 'Nobody. The domain of a business that has responded is public.',
    tables: ['evidence.proofs'],
  },
  {
    name: 'Events sent to other servers',
    what: 'The public text of boycotts, official responses and decisions of administrators, without the names of authors.',
    why: 'To send public events to servers that administrators have chosen.',
    howLong: '30 days. A text that is removed from the site is deleted with the removal.',
    seenBy: 'These servers, which may keep what they receive. It is public anyway.',
    tables: ['evidence.webhook_messages'],
  },
  {
    name: 'Businesses that you speak for',
    what: 'The business, its domain, how you proved it, the results of the checks, and when. An address that gets a code is stored only with the code.',
    why: 'So that you can publish official responses, and nobody else can do so in the name of the business.',
    howLong:
      'Until you delete the account. The claim stays without you, as the subject of decisions about it.',
    seenBy: 'You and the administrators. The domain is public, without your name.',
    tables: ['moderation.claims', 'moderation.representations', 'catalog.representatives'],
  },
  {
    name: 'Official responses that you write',
    what: 'The text, the sources, former texts after an edit, and when.',
    why: 'To show the response of the business above the comments.',
    howLong:
      'As long as the boycott, as the statement of the business. It is not linked to you once you delete the account.',
    seenBy: 'Everyone, without your name. Administrators see who wrote it.',
    tables: ['catalog.responses', 'catalog.response_versions'],
  },
  {
    name: 'Updates that you report',
    what: 'The date, your text, your source, the status that you report, and the administrator’s note.',
    why: 'So that an administrator can confirm it, and you can see the decision.',
    howLong:
      'Until you delete the account. A confirmed update stays in the timeline without your name.',
    seenBy: 'You and the administrators. A confirmed update is public, without your name.',
    tables: ['catalog.updates'],
  },
  {
    name: 'What you write on your first day',
    what: 'How many submissions and comments the new accounts of your mailbox have written, stored under a keyed hash of the mailbox.',
    why: 'So that nobody can avoid the first-day limits by using several accounts.',
    howLong: 'One day, even if you delete the account.',
    seenBy: 'Nobody.',
    tables: ['catalog.first_day_writings'],
  },
  {
    name: 'Duplicate protection',
    what: 'An ID and a hash of each submission and comment you send.',
    why: 'So that nothing is posted twice if your connection fails.',
    howLong: 'It is used for 24 hours and deleted the next time you post after that.',
    seenBy: 'Nobody.',
    tables: ['catalog.idempotency_keys'],
  },
  {
    name: 'Administrator decisions and appeals',
    what: 'The decision, its author, time and reason, the submission, comment or account before and after, and any appeal.',
    why: 'So that moderation can be checked later.',
    howLong:
      'Permanently. When you delete your account, the texts of your appeals, notes about your account and your name are deleted.',
    seenBy:
      'Administrators, and you if it is your submission, comment or account. The public log shows only the kind of decision, its reason and time, the category of the submission, and how many votes were counted or voided.',
    tables: [
      'auth.applied_decisions',
      'catalog.applied_decisions',
      'catalog.applied_comment_decisions',
      'catalog.applied_alternative_decisions',
      'moderation.appeals',
      'moderation.open_entries',
      'moderation.decisions',
      'moderation.decision_log',
    ],
  },
  {
    name: 'Your notices of unlawful content',
    what: 'Your name, your text, the content that it is about, your objection, hashes of the links in our emails, and, apart from these, your email address and whether you confirmed it.',
    why: 'To review the notice, and to email you a receipt and the decision.',
    howLong:
      'Six months after the last decision, whether you have an account or not. The reason, the dates and the outcome stay, for statistics.',
    seenBy:
      'Administrators see everything except your email address. Nobody learns who sent a notice, unless a court or the law requires it.',
    tables: [
      'moderation.notices',
      'moderation.notice_mail_requests',
      'auth.notice_mailboxes',
      'auth.notice_links',
      'auth.notice_mails',
    ],
  },
  {
    name: 'Errors in your browser',
    what: 'The error’s type and message, where in the program it happened, and your last action. Your browser first removes addresses, links and codes.',
    why: 'To suggest a fix right away, and to find the cause.',
    howLong: '30 days.',
    seenBy: 'Administrators. Reports do not identify you.',
    tables: ['diagnostics.error_groups', 'diagnostics.error_counts'],
  },
  {
    name: 'Messages between parts of the site',
    what: 'A new score, a changed username, a session that ended.',
    why: 'To keep every part of the site and every open page up to date.',
    howLong:
      'Until delivered, or 7 days if the site uses a message server. 30 days if a message could not be delivered.',
    seenBy:
      'Open pages receive scores and comment counts; yours also receive the number of your unread notifications.',
    tables: [
      'auth.outbox',
      'catalog.outbox',
      'moderation.outbox',
      'notifications.outbox',
      'evidence.outbox',
      'auth.dead_letters',
      'catalog.dead_letters',
      'moderation.dead_letters',
      'notifications.dead_letters',
      'evidence.dead_letters',
    ],
  },
]

type BrowserEntry = { name: string; kind: string; why: string; howLong: string }

/** Everything that the site stores in a browser. */
export const storedInBrowser: readonly BrowserEntry[] = [
  {
    name: '__Host-sid',
    kind: 'Cookie (named sid on a test site)',
    why: 'Keeps you signed in. Scripts cannot read it.',
    howLong: '30 days (administrators 12 hours), or until you log out.',
  },
  {
    name: '__Host-flow',
    kind: 'Cookie (named flow on a test site)',
    why: 'Links a sign-in email to the browser that requested it, so that its link works here without another click. Scripts cannot read it.',
    howLong: `${signInLifetimeSeconds / 60} minutes, or until you sign in.`,
  },
  {
    name: '__Host-device',
    kind: 'Cookie (named device on a test site)',
    why: 'Marks this browser as one that has signed in to your account before. We then email you only about sign-ins from other browsers, and nobody else can use up your sign-in attempts. Scripts cannot read it, and the servers do not store it.',
    howLong: '400 days after you last signed in, or until you delete the account in this browser.',
  },
  {
    name: 'session-hint',
    kind: 'Cookie',
    why: 'Shows that you may be signed in. Without it, pages do not check whether you are.',
    howLong: 'As long as the session cookie.',
  },
  {
    name: 'answerable-my-boycotts',
    kind: 'Local storage, a cache and a service worker, once you have opened My boycotts while signed in',
    why: 'The ID of your account, your list of boycotts, and the page with its files, so that the list opens without a connection. Nothing else of you is kept, and no other page is served from there.',
    howLong:
      'Until you log out, another member signs in here, or a page finds that your session has ended. A list that has not been refreshed for 30 days is no longer shown.',
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
    name: 'answerable-time-zone',
    kind: 'Local storage',
    why: 'The ID of your account, after this browser has sent your time zone or found it known.',
    howLong: 'Until you clear it.',
  },
  {
    name: 'answerable-submission, answerable-submission-edit-…, answerable-comment-…, answerable-reply-…, answerable-edit-…, answerable-appeal-…, answerable-response-…, answerable-update-…, answerable-notice, answerable-alternative-…',
    kind: 'Local storage',
    why: 'Drafts you have not sent yet.',
    howLong: 'Until you send the draft or clear the form.',
  },
  {
    name: 'onboarding-completed, answerable-onboarding-completed',
    kind: 'Local storage',
    why: 'Whether you have seen the tour, so that it does not open again.',
    howLong: 'Until you clear it or restart the tour.',
  },
  {
    name: 'answerable-reloaded-at',
    kind: 'Session storage',
    why: 'When a page last reloaded because of a new release, so that it does not reload repeatedly.',
    howLong: 'Until you close the tab.',
  },
  {
    name: 'answerable-scroll-…',
    kind: 'Session storage',
    why: 'Your scroll position, so that going back returns you there.',
    howLong: 'Until you close the tab.',
  },
]
