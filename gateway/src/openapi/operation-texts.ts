import type { routes } from '@answerable/contracts/routes'

type Routes = typeof routes

/** Routes that the API description includes. */
type DescribedRoute = {
  [Name in keyof Routes]: Routes[Name] extends { access: 'internal' }
    ? never
    : Routes[Name]['path'] extends `/api/${string}`
      ? Name
      : never
}[keyof Routes]

type OperationText = {
  /** An imperative sentence without its full stop. */
  summary: string
  details?: string
}

const nextPage =
  'Pass the value of `next` as `after` to get the entries that follow; null means that there are none.'

/** Kept here, and not in the contracts, because the contracts are part of the page's JavaScript. */
const operationTexts: Readonly<Record<DescribedRoute, OperationText>> = {
  readSiteInformation: { summary: 'Get the contact and donation addresses of the site' },
  readEmbed: {
    summary: 'Get the oEmbed description of the page of a boycott',
    details: 'See https://oembed.com. The page names this address in its head.',
  },
  readApiDescription: { summary: 'Get the API description as an OpenAPI document' },
  readApiDocumentation: { summary: 'Get the API description as a web page' },
  readOpenData: {
    summary: 'Get the manifest of the latest snapshot of the open data',
    details:
      'A snapshot is taken every night and kept for 30 days. The manifest has the size and SHA-256 sum of each file, the head of the moderation log and the public key. It is null before the first snapshot.',
  },
  readOpenDataFile: {
    summary: 'Get a file of a snapshot of the open data',
    details:
      'The files of the manifest, `manifest.json` itself and `manifest.sig`, its Ed25519 signature of 64 bytes. A file never changes. A `Range` header with one range gets a part of it with status 206.',
  },
  readOpenDataKey: { summary: 'Get the public key that signs the open data, as PEM' },

  readCurrentUser: { summary: 'Get the signed-in user' },
  requestMagicLink: {
    summary: 'Send a sign-in email with a link and a code',
    details: 'The response is the same for known and unknown addresses.',
  },
  verifyCode: { summary: 'Sign in with the code from an email' },
  previewLink: {
    summary: 'Get the masked email address that a sign-in link belongs to',
    details: 'The link can still be used afterwards.',
  },
  verifyLink: { summary: 'Sign in with the token of a sign-in link' },
  logOut: { summary: 'Log out', details: 'Also succeeds without a session.' },
  readGeolocation: {
    summary: 'Get the country of the client and the countries where signing in is possible',
  },

  readOwnAccount: {
    summary: 'Get your account and your sessions',
    details: 'Sessions are sorted from newest to oldest.',
  },
  changeUsername: {
    summary: 'Change your username',
    details:
      'Names that look like another user’s are rejected. The old name stays reserved for you for 30 days.',
  },
  endOwnSession: {
    summary: 'End one of your sessions',
    details: 'Also succeeds if the session has already ended.',
  },
  endOtherSessions: { summary: 'End all your sessions except the current one' },
  startClaim: {
    summary: 'Claim to speak for a business',
    details:
      'Publish the returned text as a TXT record or a file on the website of the business, or request a code by email to an address at its domain. An open claim of yours for the business is replaced.',
  },
  checkClaim: {
    summary: 'Check the proof of your claim',
    details:
      'The claim is `verified` once the proof was found. If the website was set less than 30 days ago, an administrator must confirm the claim first.',
  },
  withdrawClaim: { summary: 'End your claim or representation' },
  listOwnClaims: { summary: 'List your claims to speak for businesses' },
  listClaims: { summary: 'List claims that wait for an administrator, or are in force' },
  acceptClaim: { summary: 'Confirm a proved claim' },
  declineClaim: { summary: 'Decline a proved claim' },
  revokeClaim: {
    summary: 'End the representation of a business by a member',
    details: 'Published responses stay.',
  },
  readResponses: {
    summary: 'Get the official responses to a boycott',
    details:
      'Includes the time of the request for a response, and the verified domain of the business if there is one.',
  },
  postResponse: {
    summary: 'Publish the official response of a business to a boycott',
    details: 'For members who have proved that they speak for the business.',
  },
  editResponse: {
    summary: 'Edit the official response of a business',
    details: 'Former versions stay public.',
  },
  listResponseVersions: { summary: 'List the versions of an official response, newest first' },
  flagResponse: { summary: 'Flag an official response' },
  listResponses: { summary: 'List official responses with their flags and decisions' },
  reviewResponse: { summary: 'Get an official response with its flags, decisions and appeals' },
  removeResponse: { summary: 'Remove an official response' },
  approveResponse: { summary: 'Approve an official response and show it again' },

  exportAccount: { summary: 'Export your account, your sessions and your passkeys' },
  exportContributions: {
    summary:
      'Export your submissions, comments, former texts, marks, votes, flags, suggestions or mutes',
    details: `Only the list of the requested kind is filled. ${nextPage}`,
  },
  exportDecisions: {
    summary: 'Export your appeals and the decisions about your account, submissions and comments',
    details: `Appeals and decisions about the account are in the first response. ${nextPage}`,
  },
  exportNotifications: {
    summary: 'Export what you follow and your notifications',
    details: `The followed things are in the first response. ${nextPage}`,
  },
  requestDeletionCode: {
    summary: 'Send a code that confirms the deletion of your account',
    details: 'The code goes to the email address of the account.',
  },
  listPasskeys: {
    summary: 'List your passkeys',
    details:
      '`required` tells whether the operator requires every administrator to have one, and `needed` whether your decisions need one.',
  },
  beginPasskey: {
    summary: 'Get the options with which a browser creates a passkey',
    details:
      'The challenge is valid once, for 5 minutes, in this session. A further passkey needs a confirmed session. The first one needs a session that is at most 10 minutes old, and permission if passkeys are required or were reset.',
  },
  addPasskey: {
    summary: 'Add a passkey',
    details: 'Also confirms the session. From the first passkey on, decisions need a confirmation.',
  },
  renamePasskey: { summary: 'Rename a passkey' },
  removePasskey: {
    summary: 'Remove a passkey',
    details: 'The last one cannot be removed where passkeys are required.',
  },
  beginConfirmation: {
    summary: 'Get the options with which a browser asks for a passkey',
    details: 'The challenge is valid once, for 5 minutes, in this session.',
  },
  confirmSession: {
    summary: 'Confirm the session with a passkey',
    details: 'Decisions are accepted in this session for 10 minutes.',
  },
  deleteAccount: {
    summary: 'Delete your account permanently',
    details:
      'Comments and flags are deleted, votes are withdrawn, and submissions stay without an author.',
  },

  listSubmissions: { summary: 'List the public submissions' },
  search: {
    summary: 'Search for submissions or businesses',
    details:
      'All words must match, and the last one matches by its beginning. `"a phrase"` matches adjacent words, and `-word` excludes a word. Case and accents are ignored. If few entries match, those of another spelling follow. X-Total-Count is the number of results on all pages, at most 300; 300 means that there may be more. A lower number is exact if filters are given and at most 8,000 entries pass them, or if one of the words occurs in at most 2,000 entries (4,000 unless sorted by relevance). A last word that may continue counts with all words that begin with it, and as too frequent if these are 500 or more. Otherwise the number is a lower bound.',
  },
  suggest: { summary: 'Get businesses and submissions for a text that is being typed' },
  findSimilar: { summary: 'List up to five submissions about the same matter' },
  submitBoycott: { summary: 'Submit a boycott' },
  readSubmission: {
    summary: 'Get a submission',
    details:
      'Removed submissions are returned to their author and to administrators only. A merged submission redirects with status 301; `mergedInto` in the body is the id of the other one.',
  },
  editSubmission: {
    summary: 'Edit your submission',
    details:
      'Fields that are missing stay as they are. In the first hour, while nobody has voted, the text is replaced. Other edits keep the former text as a version. With `expectedVersion`, a text that was changed after this version is not overwritten. Only administrators change the name of the target.',
  },
  listSubmissionVersions: {
    summary: 'List the versions of a submission',
    details:
      'Versions are sorted from the current to the oldest one. A merged submission redirects with status 301.',
  },
  listSources: {
    summary: 'List the links in the sources of a submission',
    details:
      'Links have the order of the text, what the author says about them, and the result of the latest check. `check` is null before the first one. A merged submission redirects with status 301.',
  },
  describeSource: {
    summary: 'Describe a link in the sources of your submission',
    details: 'Replaces all details. Former versions stay public.',
  },
  listSourceVersions: {
    summary: 'List the versions of the details of a link',
    details: 'At most 50, sorted from newest to oldest.',
  },
  castVote: {
    summary: 'Vote on a submission',
    details: 'Replaces your earlier vote. Repeating the request changes nothing.',
  },
  withdrawVote: {
    summary: 'Withdraw your vote on a submission',
    details: 'Also succeeds if there is no vote.',
  },
  joinBoycott: {
    summary: 'Take part in a boycott',
    details: 'Repeating the request changes nothing. Who takes part is not public.',
  },
  leaveBoycott: {
    summary: 'Stop taking part in a boycott',
    details: 'Also succeeds if you do not take part.',
  },
  listOwnBoycotts: {
    summary: 'List the boycotts in which you take part',
    details:
      'Sorted from newest to oldest, with the other names of each business and the businesses that it owns.',
  },
  flagSubmission: { summary: 'Flag a submission for review' },
  flagComment: { summary: 'Flag a comment for review' },
  readPerson: {
    summary: 'Get the public profile of a member',
    details: 'The profile never has votes or addresses.',
  },
  listSubmissionsOfPerson: {
    summary: 'List the public submissions of a member',
    details: 'Sorted from newest to oldest.',
  },
  listCommentsOfPerson: {
    summary: 'List the public comments of a member',
    details: 'Sorted from newest to oldest.',
  },
  muteMember: {
    summary: 'Mute a member',
    details:
      'You get no notifications about the member’s comments, and pages collapse them for you. The member is not notified.',
  },
  unmuteMember: { summary: 'Unmute a member' },
  listMutes: {
    summary: 'List the members that you have muted',
    details: 'Sorted from newest to oldest. You can mute at most 500 members.',
  },
  listComments: {
    summary: 'List the comments on a submission',
    details:
      'Each page has 50 threads: the first comment of each, followed by its first replies from oldest to newest. `replyCount` of the first comment counts all replies of the thread, and the replies of a thread have its endpoint. A page has at most 75 comments. X-Total-Count is the number of threads. A deleted or removed comment has no text. A merged submission redirects with status 301.',
  },
  postComment: {
    summary: 'Comment on a submission, or reply to a comment',
    details:
      'The text is Markdown: paragraphs, links, bold, italic, lists, quotes and code. `@username` mentions a member; at most 10 are mentioned.',
  },
  readComment: {
    summary: 'Get a comment and its position',
    details:
      '`page` is the page of its thread in the requested order, `replyPage` the page of the replies of the thread that has it.',
  },
  listReplies: {
    summary: 'List all replies of a thread',
    details:
      'The ID is that of the first comment of the thread. Replies are sorted from oldest to newest.',
  },
  editComment: {
    summary: 'Edit your comment',
    details:
      'Within 15 minutes after posting, the text is replaced. Later edits keep the former text as a version. With `expectedVersion`, a text that was changed after this version is not overwritten.',
  },
  deleteComment: {
    summary: 'Delete your comment',
    details: 'If it has replies, it remains in the list without author and text.',
  },
  listCommentVersions: {
    summary: 'List the versions of a comment',
    details: 'Versions are sorted from the current to the oldest one.',
  },
  markHelpful: {
    summary: 'Mark a comment as helpful',
    details: 'Repeating the request changes nothing.',
  },
  unmarkHelpful: {
    summary: 'Withdraw your helpful mark of a comment',
    details: 'Also succeeds if there is no mark.',
  },

  listFollows: {
    summary: 'List what you follow',
    details:
      'Sorted from newest to oldest. Pass `kind` and `key` to find out whether you follow that thing.',
  },
  followThing: {
    summary: 'Follow a submission, business, country, category or search',
    details:
      'The key is the ID of the submission or business, the country code, the category, or the query string of the search (`q`, `category`, `country`) in base64url. Also succeeds if you follow it already.',
  },
  unfollowThing: {
    summary: 'Stop following something',
    details: 'Also succeeds if you do not follow it.',
  },
  readFollowSettings: { summary: 'Get whether writing about a submission follows it' },
  changeFollowSettings: { summary: 'Choose whether writing about a submission follows it' },
  listNotifications: {
    summary: 'List your notifications',
    details: 'Sorted from newest to oldest. `X-Unread-Count` is the number of unread ones.',
  },
  readPreferences: {
    summary: 'Get how often you get emails about notifications',
    details:
      '`mailboxRefusedAt` is set while your mailbox refuses emails. No notification is emailed until you sign in by email again.',
  },
  changePreferences: {
    summary: 'Choose how often you get emails about notifications',
    details:
      'Changes the given kinds and leaves the others. Digests are sent at 8 in the morning of the time zone, weekly ones on Mondays.',
  },
  unsubscribe: {
    summary: 'Stop the emails that a link belongs to',
    details: 'Needs no session; the token is that of the link.',
  },
  readNotifications: {
    summary: 'Mark your notifications as read',
    details: 'Those up to `upTo`; of them only those in `only`, if it is given.',
  },

  findPlaces: {
    summary: 'Find countries, regions and cities by the beginning of their name',
    details: 'The most likely ones come first. Accents and case do not matter.',
  },
  countPlaces: { summary: 'Get the number of boycotts and businesses of each country' },
  listBusinesses: {
    summary: 'List the businesses',
    details: 'A search returns at most 2,000 businesses.',
  },
  readBusiness: { summary: 'Get a business with its aliases, its parent and what it owns' },

  readRanking: {
    summary: 'Get the figures by which a boycott is ranked',
    details:
      'For the feed without filters, with the submission below it. In Hot, `value` is exactly `boostedPoints` + `timePoints`. A merged submission redirects with status 301.',
  },
  readVotesByDay: {
    summary: 'Get the votes of a boycott by day',
    details:
      'Counted once a day for the days before, in UTC. Days with fewer than 10 upvotes and downvotes are combined with the days after them. A period changes only if at least 10 of its votes differ. `held` and `voided` are null below 10. A merged submission redirects with status 301.',
  },
  readTimeline: {
    summary: 'Get the timeline of a boycott',
    details:
      'Entries are sorted from newest to oldest. A merged submission redirects with status 301.',
  },
  readBusinessTimeline: {
    summary: 'Get the timeline of the boycotts of a business',
    details: 'Entries are sorted from newest to oldest.',
  },
  readImpact: {
    summary: 'Get the impact of boycotts',
    details:
      'Counts boycotts that became active, got an official response or were met, in total and by month, and the median number of days until a response.',
  },
  readTransparency: {
    summary: 'Get the figures of moderation by month',
    details:
      'Months are in UTC, latest first; those in which nothing happened are missing. The decisions of a month are those of the moderation log. `flags` and `votes.held` are counted once a day. They are null until 10 members have added to them, and then change only if at least 10 members have added to them again. The median is the time from the first flag to the decision that closed it. It is null for fewer than 10 such decisions.',
  },
  listOutcomes: {
    summary: 'List the demands that were met',
    details:
      'Each has the confirmed update that reports it. Entries are sorted by the time of the confirmation, latest first.',
  },
  reportUpdate: {
    summary: 'Report an update about a boycott',
    details: 'An administrator confirms or declines it.',
  },
  listOwnUpdates: {
    summary: 'List your updates',
    details: 'Updates are sorted from newest to oldest.',
  },
  listUpdates: {
    summary: 'List the reported updates',
    details: 'Open updates are sorted from oldest to newest, decided ones from latest to earliest.',
  },
  confirmUpdate: {
    summary: 'Confirm an update',
    details: 'Adds it to the timeline and sets the status that it reports.',
  },
  declineUpdate: { summary: 'Decline an update', details: 'The reporter sees the note.' },
  withdrawUpdate: {
    summary: 'Withdraw a confirmed update',
    details:
      'Removes it from the timeline and restores the former status, unless a later change has replaced it.',
  },
  suggestChange: {
    summary: 'Suggest a change to a business',
    details: 'An administrator accepts or declines it.',
  },
  listOwnSuggestions: {
    summary: 'List your suggestions',
    details: 'Suggestions are sorted from newest to oldest.',
  },
  listSuggestions: {
    summary: 'List the suggested changes to businesses',
    details:
      'Open suggestions are sorted from oldest to newest, decided ones from latest to earliest.',
  },
  acceptSuggestion: {
    summary: 'Accept a suggestion',
    details:
      'Applies the suggested change. A suggested merge merges the business into the other one.',
  },
  declineSuggestion: {
    summary: 'Decline a suggestion',
    details: 'The author sees the note.',
  },
  changeBusiness: {
    summary: 'Change a business',
    details: 'An empty value removes the website, country or parent.',
  },
  previewBusinessMerge: {
    summary: 'Preview the merge of two businesses',
    details: 'Returns the figures of both and of the remaining one after the merge. Has no effect.',
  },
  listBusinessMerges: {
    summary: 'List the merges of a business',
    details:
      'Merges into other businesses and of others into it, latest first, except those that were undone.',
  },
  mergeBusiness: {
    summary: 'Merge a business into another one',
    details:
      'Boycotts, names and owned businesses move to the other business. The address of the merged business redirects to it.',
  },
  unmergeBusiness: {
    summary: 'Undo the merge of a business',
    details: 'Possible for 30 days. Boycotts proposed since stay with the remaining business.',
  },

  readStats: { summary: 'Get the totals on the admin dashboard' },
  listFlagged: {
    summary: 'List the submissions that are waiting for a decision',
    details: 'Submissions with open flags or an open appeal; most flags first, then oldest first.',
  },
  openEntries: {
    summary: 'Show other administrators which entries of the queue you work on',
    details: 'Replaces the entries of your last call. They count as open for 60 seconds.',
  },
  listQueue: {
    summary: 'List everything that needs a decision of an administrator',
    details:
      'Flagged and appealed submissions, comments, responses and alternatives, open suggestions and updates, proved claims, notices and objections. Sorted by urgency (notices, then most flags, then the longest waiting) or by age.',
  },
  reviewComment: { summary: 'Get a comment with its flags, decisions and appeals' },
  removeComment: {
    summary: 'Remove a comment',
    details: 'A line with the reason takes its place. Its replies stay.',
  },
  approveComment: {
    summary: 'Approve a comment',
    details: 'Closes the open flags and shows the comment again if it was removed.',
  },
  approveSubmission: {
    summary: 'Approve a submission',
    details: 'Closes the open flags and makes the submission public again.',
  },
  removeSubmission: { summary: 'Remove a submission from public view' },
  lockDiscussion: {
    summary: 'Lock the discussion of a submission',
    details: 'Nobody can add comments or replies until it is unlocked. Existing comments stay.',
  },
  unlockDiscussion: { summary: 'Unlock the discussion of a submission' },
  renameSubmission: {
    summary: 'Change the name of the target of a submission',
    details:
      'The submission moves to the business of that name. The former name stays readable in the versions of the submission.',
  },
  superBoostSubmission: {
    summary: 'Set the super boost of a submission',
    details: 'The boost is added to the score in the Hot and Top rankings; 0 removes it.',
  },
  listHeldVotes: {
    summary: 'List the submissions with held votes or a burst of votes',
    details: 'Submissions are sorted from latest to earliest activity.',
  },
  releaseVotes: {
    summary: 'Count the held votes on a submission',
    details: 'At most one vote counts per mailbox, and none of a suspended account.',
  },
  voidVotes: { summary: 'Void the held votes on a submission' },
  listAllSubmissions: { summary: 'Search all submissions, including removed ones' },
  reviewSubmission: { summary: 'Get a submission with its flags, decisions and appeals' },
  previewRank: { summary: 'Preview the ranks of a submission with another super boost' },
  previewMerge: {
    summary: 'Preview the merge of two submissions',
    details: 'Returns the figures of both and of the older one after the merge. Has no effect.',
  },
  mergeSubmission: {
    summary: 'Merge a submission into an older one about the same matter',
    details:
      'Each person’s newest vote counts once. Comments, sources and open flags move. The merged submission redirects.',
  },
  unmergeSubmission: {
    summary: 'Undo the merge of a submission',
    details:
      'Possible for 30 days. Votes, comments and flags that were added since stay with the older submission.',
  },
  listAccounts: {
    summary: 'Search the accounts',
    details: 'Accounts are sorted from newest to oldest.',
  },
  suspendAccount: {
    summary: 'Suspend an account',
    details:
      'Ends the sessions of every account of the same mailbox. Accounts created later with the mailbox are suspended as well.',
  },
  reinstateAccount: {
    summary: 'Reinstate a suspended account',
    details: 'Applies to every account of the same mailbox.',
  },
  resetPasskeys: {
    summary: 'Reset the passkeys of another administrator',
    details:
      'Deletes them, ends all sessions of the administrator and lets them add a new passkey within 24 hours. Needs an administrator who has a passkey.',
  },
  voidAccountVotes: {
    summary: 'Void all votes of a suspended account',
    details: 'The votes stay void if the account is reinstated.',
  },
  readModerationLog: {
    summary: 'List the public moderation log',
    details: 'Decisions are sorted from newest to oldest.',
  },
  readOwnDecision: {
    summary: 'Get the decision that removed your submission',
    details: 'Returned to the author only.',
  },
  postAppeal: {
    summary: 'Appeal against the removal of your submission',
    details: 'Each decision can be appealed once.',
  },
  readOwnCommentDecision: {
    summary: 'Get the decision that removed your comment',
    details: 'Returned to the author only.',
  },
  postCommentAppeal: {
    summary: 'Appeal against the removal of your comment',
    details: 'Each decision can be appealed once.',
  },
  readOwnResponseDecision: {
    summary: 'Get the decision that removed the response of your business',
    details: 'Returned to its author and to the representatives of the business only.',
  },
  postResponseAppeal: {
    summary: 'Appeal against the removal of the response of your business',
    details: 'Each decision can be appealed once.',
  },
  readOwnAlternativeDecision: {
    summary: 'Get the decision that removed your alternative',
    details: 'Returned to the author only.',
  },
  postAlternativeAppeal: {
    summary: 'Appeal against the removal of your alternative',
    details: 'Each decision can be appealed once.',
  },
  listAlternatives: {
    summary: 'List the alternatives to the target of a boycott',
    details:
      'Sorted from the most helpful. Those of boycotts that were merged into this one are included, each name once. A merged submission redirects with status 301.',
  },
  postAlternative: {
    summary: 'Propose an alternative',
    details:
      'Names that mean the same as one in the list are refused. At most 5 for each member and boycott.',
  },
  deleteAlternative: { summary: 'Delete an alternative that you proposed' },
  markAlternative: {
    summary: 'Mark an alternative as helpful',
    details:
      'One mark per person. Members cannot mark their own. Repeating the request changes nothing.',
  },
  unmarkAlternative: {
    summary: 'Withdraw your mark of an alternative',
    details: 'Also succeeds without a mark.',
  },
  flagAlternative: { summary: 'Flag an alternative for review' },
  reviewAlternative: { summary: 'Get an alternative with its flags and decisions' },
  removeAlternative: { summary: 'Remove an alternative' },
  approveAlternative: {
    summary: 'Approve an alternative',
    details: 'Closes its open flags, and shows it again if it was removed.',
  },
  postNotice: {
    summary: 'Report unlawful or false content',
    details:
      'Needs no account. `what` has the addresses of the content. The notifier gets a receipt and the decision by email. `who` and `email` are optional only for the reason `child-abuse`; without `email` there is no receipt. With an `Idempotency-Key` (a UUID), a repeated request has no further effect.',
  },
  readNotice: {
    summary: 'Get the state of a notice',
    details: 'The token is in the link of the emails about the notice.',
  },
  confirmNotice: {
    summary: 'Confirm the email address of a notice',
    details: 'Repeating the request changes nothing.',
  },
  objectToNotice: {
    summary: 'Object to the decision on a notice',
    details:
      'Possible once, within six months. Another administrator reviews the objection if there is one.',
  },
  upholdNotice: {
    summary: 'Uphold a notice or the objection to its decision',
    details:
      'Does not change the content. Removing it is a separate decision. Needs a note if none of the content is removed.',
  },
  declineNotice: { summary: 'Decline a notice or the objection to its decision' },
  upholdAppeal: { summary: 'Reject an appeal', details: 'The content stays removed.' },
  overturnAppeal: { summary: 'Grant an appeal', details: 'The content becomes public again.' },

  analyzeError: {
    summary: 'Report a browser error and get suggestions',
    details: 'The most likely cause comes first. Unknown errors get no suggestions.',
  },
  listWebhooks: {
    summary: 'List the webhooks of the site',
    details: '`canDeliver` is false if the operator has turned connections to other servers off.',
  },
  addWebhook: {
    summary: 'Add a webhook',
    details:
      'The site sends the chosen events to the address, as Standard Webhooks describes (https://www.standardwebhooks.com). Only this response has the secret with which messages are signed.',
  },
  changeWebhook: {
    summary: 'Pause or resume a webhook',
    details:
      'A paused webhook gets no events. When it resumes, deliveries that wait are sent at once. Events that happened during the pause are not sent.',
  },
  deleteWebhook: { summary: 'Delete a webhook with its log' },
  rotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    details: 'For a day, messages are signed with the new secret and with the former one.',
  },
  testWebhook: {
    summary: 'Send a test message to a webhook',
    details:
      'Waits at most 3 seconds for the response, and returns its status and the beginning of its body.',
  },
  listWebhookDeliveries: {
    summary: 'List the deliveries of a webhook',
    details: 'Newest first, of the last 30 days.',
  },
  replayWebhookDelivery: {
    summary: 'Send a delivery again',
    details: 'With the same `webhook-id` and body. It is retried like a new one.',
  },
  listErrorGroups: { summary: 'List the reported browser errors by group' },
}

export const operationTextOf = (name: string): OperationText => {
  if (!Object.hasOwn(operationTexts, name)) throw new Error(`${name} has no summary`)
  return operationTexts[name as DescribedRoute]
}
