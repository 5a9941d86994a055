import { listComments, postComment } from './comments.ts'
import { applyDecision } from './decisions.ts'
import { analyzeError, listErrorGroups } from './diagnostics.ts'
import { flagSubmission } from './flags.ts'
import { readGeolocation } from './geolocation.ts'
import { readMailbox } from './mailbox.ts'
import type { Route } from './route.ts'
import { resolveSession } from './sessions.ts'
import { logOut, readCurrentUser, requestMagicLink, verifyCode, verifyLink } from './sign-in.ts'
import { listSubmissions, readSubmission, submitBoycott } from './submissions.ts'
import { castVote, withdrawVote } from './votes.ts'

/** Every call of the site by HTTP. The gateway forwards those whose access is not 'internal'. */
export const routes = {
  readCurrentUser,
  requestMagicLink,
  verifyCode,
  verifyLink,
  logOut,
  readGeolocation,
  readMailbox,
  resolveSession,
  listSubmissions,
  submitBoycott,
  readSubmission,
  castVote,
  withdrawVote,
  flagSubmission,
  listComments,
  postComment,
  applyDecision,
  analyzeError,
  listErrorGroups,
} as const satisfies Record<string, Route>
