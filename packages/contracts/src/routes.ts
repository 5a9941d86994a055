import {
  applyAccountDecision,
  countAccounts,
  listAccounts,
  readAccount,
  reinstateAccount,
  searchAccounts,
  suspendAccount,
  voidAccountVotes,
} from './accounts.ts'
import { readApiDescription, readApiDocumentation } from './api-description.ts'
import { overturnAppeal, postAppeal, readOwnDecision, upholdAppeal } from './appeals.ts'
import {
  acceptSuggestion,
  applyBusinessChange,
  applySuggestionDecision,
  changeBusiness,
  declineSuggestion,
  listSuggestions,
  pageSuggestions,
} from './business-decisions.ts'
import {
  applyBusinessMerge,
  applyBusinessUnmerge,
  computeBusinessMerge,
  mergeBusiness,
  previewBusinessMerge,
  unmergeBusiness,
} from './business-merges.ts'
import { listBusinesses, listOwnSuggestions, readBusiness, suggestChange } from './businesses.ts'
import { editComment, listCommentVersions } from './comment-versions.ts'
import {
  deleteComment,
  listComments,
  listReplies,
  markHelpful,
  postComment,
  readComment,
  unmarkHelpful,
} from './comments.ts'
import {
  applyDecision,
  approveSubmission,
  lockDiscussion,
  releaseVotes,
  removeSubmission,
  superBoostSubmission,
  unlockDiscussion,
  voidVotes,
} from './decisions.ts'
import { analyzeError, listErrorGroups } from './diagnostics.ts'
import { flagSubmission } from './flags.ts'
import {
  changeFollowSettings,
  followThing,
  listFollows,
  readFollowSettings,
  unfollowThing,
} from './follows.ts'
import { readGeolocation } from './geolocation.ts'
import { listHeldVotes } from './held-votes.ts'
import { readMailbox } from './mailbox.ts'
import {
  applyMerge,
  applyUnmerge,
  computeMerge,
  listMerges,
  mergeSubmission,
  previewMerge,
  unmergeSubmission,
} from './merges.ts'
import { readModerationLog } from './moderation-log.ts'
import { countUnread, listNotifications, readNotifications } from './notifications.ts'
import {
  changeUsername,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  readOwnAccount,
  requestDeletionCode,
} from './own-account.ts'
import {
  exportAccount,
  exportContributions,
  exportDecisions,
  listOwnSubmissionIds,
} from './own-data.ts'
import { countPlaces, findPlaces } from './places.ts'
import {
  listAllSubmissions,
  listFlagged,
  previewRank,
  readStats,
  reviewSubmission,
} from './review.ts'
import {
  applyVoidAccountVotes,
  countActivity,
  countForReview,
  pageHeldVotes,
  pageQueue,
  rankSubmission,
  readAnySubmission,
  searchSubmissions,
  writeAuthorState,
} from './review-internal.ts'
import type { Route } from './route.ts'
import { findSimilar, search, suggest } from './search.ts'
import { resolveSession, resolveSessions } from './sessions.ts'
import {
  logOut,
  previewLink,
  readCurrentUser,
  requestMagicLink,
  verifyCode,
  verifyLink,
} from './sign-in.ts'
import { readSiteInformation } from './site.ts'
import { describeSubjects } from './subjects.ts'
import { editSubmission, listSubmissionVersions } from './submission-versions.ts'
import { listSubmissions, readSubmission, submitBoycott } from './submissions.ts'
import { castVote, castVotes, withdrawVote } from './votes.ts'

/** Every HTTP route of the site. The gateway forwards all except 'internal' ones. */
export const routes = {
  readSiteInformation,
  readApiDescription,
  readApiDocumentation,
  readCurrentUser,
  requestMagicLink,
  verifyCode,
  previewLink,
  verifyLink,
  logOut,
  readGeolocation,
  readMailbox,
  resolveSession,
  resolveSessions,
  readOwnAccount,
  changeUsername,
  endOwnSession,
  endOtherSessions,
  exportAccount,
  exportContributions,
  exportDecisions,
  listOwnSubmissionIds,
  requestDeletionCode,
  deleteAccount,
  listSubmissions,
  submitBoycott,
  readSubmission,
  editSubmission,
  listSubmissionVersions,
  search,
  suggest,
  findSimilar,
  castVote,
  castVotes,
  withdrawVote,
  flagSubmission,
  listComments,
  postComment,
  readComment,
  listReplies,
  editComment,
  deleteComment,
  listCommentVersions,
  markHelpful,
  unmarkHelpful,
  findPlaces,
  countPlaces,
  listBusinesses,
  readBusiness,
  suggestChange,
  listOwnSuggestions,
  listSuggestions,
  acceptSuggestion,
  declineSuggestion,
  changeBusiness,
  previewBusinessMerge,
  mergeBusiness,
  unmergeBusiness,
  pageSuggestions,
  applySuggestionDecision,
  applyBusinessChange,
  readStats,
  listFlagged,
  approveSubmission,
  removeSubmission,
  superBoostSubmission,
  lockDiscussion,
  unlockDiscussion,
  listHeldVotes,
  releaseVotes,
  voidVotes,
  listAllSubmissions,
  reviewSubmission,
  previewRank,
  previewMerge,
  mergeSubmission,
  unmergeSubmission,
  listAccounts,
  suspendAccount,
  reinstateAccount,
  voidAccountVotes,
  readModerationLog,
  readOwnDecision,
  postAppeal,
  upholdAppeal,
  overturnAppeal,
  applyDecision,
  applyMerge,
  applyUnmerge,
  computeMerge,
  listMerges,
  computeBusinessMerge,
  applyBusinessMerge,
  applyBusinessUnmerge,
  countForReview,
  pageQueue,
  pageHeldVotes,
  applyVoidAccountVotes,
  searchSubmissions,
  readAnySubmission,
  rankSubmission,
  countActivity,
  writeAuthorState,
  countAccounts,
  searchAccounts,
  readAccount,
  applyAccountDecision,
  listFollows,
  followThing,
  unfollowThing,
  readFollowSettings,
  changeFollowSettings,
  listNotifications,
  readNotifications,
  countUnread,
  describeSubjects,
  analyzeError,
  listErrorGroups,
} as const satisfies Record<string, Route>
