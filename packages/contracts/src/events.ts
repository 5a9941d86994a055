import * as z from 'zod/mini'
import { businessId } from './business-link.ts'
import { commentState } from './comments.ts'
import { decisionKinds, reasonCode } from './decisions.ts'
import { proofDomain } from './domain-proofs.ts'
import { linkState } from './links.ts'
import { liveSection } from './live.ts'
import { publicDecision } from './moderation-log.ts'
import { unreadNumber } from './notifications.ts'
import { countryCode } from './places.ts'
import { responseState } from './responses.ts'
import type { ServiceName } from './route.ts'
import { sessionHash, viewer } from './sessions.ts'
import { isSubmissionChanges } from './submission-changes.ts'
import { category, status, submissionId } from './submissions.ts'
import { disabledReason } from './webhooks.ts'

export type EventDefinition = {
  readonly owner: ServiceName
  /** Subject on the bus: `<owner>.<what happened>`. */
  readonly subject: `${string}.${string}`
  readonly payload: z.ZodMiniType
  /**
   * A faster check for a frequent event. Where it is true, the schema is not used, so it must accept only what the
   * schema accepts and leaves as it is.
   */
  readonly isValid?: (payload: unknown) => boolean
}

const event = <const Definition extends EventDefinition>(definition: Definition): Definition =>
  definition

export type EventPayload<E extends EventDefinition> = z.output<E['payload']>

/** The full new state of a submission as other services may store it; drop it unless `version` is newer. */
const submissionChange = z.strictObject({
  submissionId,
  version: z.int(),
  score: z.int(),
  commentCount: z.int(),
  /** Absent in events of older programs. */
  participantCount: z.optional(z.int()),
  status: z.optional(status),
  /** False if removed from public view. */
  approved: z.boolean(),
  /**
   * 'numbers' changes come from votes, comments, flags or a deleted account; after a decision, pages must
   * refetch.
   */
  cause: z.enum(['created', 'numbers', 'decision']),
  /** The sections of its page that changed with the numbers. */
  sections: z.optional(z.array(liveSection)),
})

export type SubmissionChange = z.output<typeof submissionChange>

/** The submissions that one commit changed. Votes that are committed together are one event. */
export const submissionChanged = event({
  owner: 'catalog',
  subject: 'catalog.submission-changed',
  payload: z.strictObject({ changes: z.array(submissionChange) }),
  isValid: isSubmissionChanges,
})

/**
 * The subject of a submission, when it is created and after each edit; drop it unless `version` is newer.
 */
export const submissionPublished = event({
  owner: 'catalog',
  subject: 'catalog.submission-published',
  payload: z.strictObject({
    submissionId,
    authorId: z.nullable(z.uuid()),
    /** Its business, then the owner of that, and so on. */
    businessIds: z.array(businessId),
    country: z.nullable(countryCode),
    category: z.nullable(category),
    version: z.int(),
    cause: z.enum(['created', 'edited']),
  }),
})

/**
 * The joins and departures of one commit, for automatic follows only; drop one unless `version` is newer. Who takes
 * part is in no other event, response or log.
 */
export const participationChanged = event({
  owner: 'catalog',
  subject: 'catalog.participation-changed',
  payload: z.strictObject({
    changes: z.array(
      z.strictObject({
        submissionId,
        userId: z.uuid(),
        joined: z.boolean(),
        /** Of the submission. */
        version: z.int(),
      }),
    ),
  }),
})

/** The full new state of a comment, without its text; drop it unless `version` is newer. */
export const commentChanged = event({
  owner: 'catalog',
  subject: 'catalog.comment-changed',
  payload: z.strictObject({
    commentId: z.uuid(),
    submissionId,
    /** The first comment of its thread, and the one that it replies to; null for the first of a thread. */
    rootId: z.nullable(z.uuid()),
    parentId: z.nullable(z.uuid()),
    /** Null for a deleted comment. */
    authorId: z.nullable(z.uuid()),
    parentAuthorId: z.nullable(z.uuid()),
    /** The members that its text mentions, except its author. */
    mentioned: z.array(z.uuid()),
    state: commentState,
    version: z.int(),
    cause: z.enum(['created', 'edited', 'deleted', 'removed', 'restored', 'helpful']),
  }),
})
export type CommentChange = EventPayload<typeof commentChanged>

/** The full new state of an account; drop it unless `version` is newer. */
export const userChanged = event({
  owner: 'auth',
  subject: 'auth.user-changed',
  payload: z.strictObject({
    user: viewer,
    version: z.int(),
    suspended: z.boolean(),
    /** The mailbox of the account. It changes if the account turns out to share a mailbox. */
    voterId: z.optional(z.uuid()),
    joinedAt: z.optional(z.iso.datetime()),
  }),
})

/**
 * An account was deleted permanently: erase all data that identifies the person. The event is repeated for
 * 30 days, so handlers must be idempotent.
 */
export const userLeft = event({
  owner: 'auth',
  subject: 'auth.user-left',
  payload: z.strictObject({ userId: z.uuid() }),
})

/**
 * Whether the mailbox of an account refuses mail permanently; drop it unless `version` is newer. Such a mailbox gets
 * no notifications until its owner signs in by mail.
 */
export const mailboxRefused = event({
  owner: 'auth',
  subject: 'auth.mailbox-refused',
  payload: z.strictObject({
    userId: z.uuid(),
    /** Null: it accepts mails again. */
    refusedAt: z.nullable(z.iso.datetime()),
    version: z.int(),
  }),
})

/** The operator has reset the passkeys of an administrator; moderation logs it under this id. */
export const passkeysReset = event({
  owner: 'auth',
  subject: 'auth.passkeys-reset',
  payload: z.strictObject({ decisionId: z.uuid(), userId: z.uuid() }),
})

/** Sessions that are no longer valid. */
export const sessionsEnded = event({
  owner: 'auth',
  subject: 'auth.sessions-ended',
  payload: z.strictObject({ sessionHashes: z.array(sessionHash) }),
})

const ofSubmission = z.strictObject({
  kind: z.literal('submission'),
  id: submissionId,
  submissionId,
})
const ofComment = z.strictObject({ kind: z.literal('comment'), id: z.uuid(), submissionId })
const ofAlternative = z.strictObject({
  kind: z.literal('alternative'),
  id: z.uuid(),
  submissionId,
})
const ofResponse = z.strictObject({ kind: z.literal('response'), id: z.uuid(), submissionId })

/** Maximum number of reporters in an event. */
export const maxReporters = 1_000

/**
 * An administrator decided about open flags. Decisions about more reporters than `maxReporters` have several events.
 * An approval that follows a removal has the reporters of the removal again, because it changes their outcome.
 */
export const flagsClosed = event({
  owner: 'catalog',
  subject: 'catalog.flags-closed',
  payload: z.strictObject({
    subject: z.discriminatedUnion('kind', [ofSubmission, ofComment, ofResponse, ofAlternative]),
    reporterIds: z.array(z.uuid()),
    outcome: z.enum(['removed', 'approved']),
    decisionId: z.uuid(),
  }),
})

/** The full new state of a member's mute of another member; drop it unless `version` is newer. */
export const muteChanged = event({
  owner: 'catalog',
  subject: 'catalog.mute-changed',
  payload: z.strictObject({
    userId: z.uuid(),
    mutedId: z.uuid(),
    muted: z.boolean(),
    version: z.int(),
  }),
})

/** The new status of a submission; drop it unless `version` is newer. */
export const statusChanged = event({
  owner: 'catalog',
  subject: 'catalog.status-changed',
  payload: z.strictObject({
    submissionId,
    authorId: z.nullable(z.uuid()),
    /** Its business, then the owner of that, and so on. */
    businessIds: z.array(businessId),
    status,
    previous: status,
    version: z.int(),
  }),
})

/** A decision is in effect and in the moderation log. */
export const decisionApplied = event({
  owner: 'moderation',
  subject: 'moderation.decision-applied',
  payload: z.strictObject({
    decisionId: z.uuid(),
    kind: z.enum(decisionKinds),
    subject: z.discriminatedUnion('kind', [
      ofSubmission,
      ofComment,
      ofAlternative,
      z.strictObject({ kind: z.literal('account'), id: z.uuid() }),
      z.strictObject({ kind: z.literal('business'), id: businessId }),
      ofResponse,
      z.strictObject({ kind: z.literal('claim'), id: z.uuid(), businessId }),
    ]),
    /** The author of the subject or suggestion, or the account; null if there is none any longer. */
    concernedId: z.nullable(z.uuid()),
    reasonCode: z.nullable(reasonCode),
    /** The outcome of the appeal that the decision settled; null if it settled none. */
    appeal: z.nullable(z.enum(['upheld', 'overturned'])),
  }),
})

/**
 * A decision was appended to the moderation log: its public entry, and the submission that it removed from public view
 * or made public again.
 */
export const decisionLogged = event({
  owner: 'moderation',
  subject: 'moderation.decision-logged',
  payload: z.strictObject({
    decision: publicDecision,
    /** Null if it changed the visibility of no submission. */
    submission: z.nullable(
      z.strictObject({ id: submissionId, isPublic: z.boolean(), version: z.int() }),
    ),
  }),
})

/**
 * Whether a member speaks for a business, by proof of its website; of two events about one member and business, drop
 * that with the lower version.
 */
export const representationChanged = event({
  owner: 'moderation',
  subject: 'moderation.representation-changed',
  payload: z.strictObject({
    businessId,
    userId: z.uuid(),
    domain: z.string(),
    verified: z.boolean(),
    version: z.int(),
  }),
})
export type RepresentationChange = EventPayload<typeof representationChanged>

/** The full new state of an official response, without its text; drop it unless `version` is newer. */
export const responseChanged = event({
  owner: 'catalog',
  subject: 'catalog.response-changed',
  payload: z.strictObject({
    submissionId,
    responseId: z.uuid(),
    /** The business that responded, then the owner of that, and so on. */
    businessIds: z.array(businessId),
    /** The author of the submission. */
    authorId: z.nullable(z.uuid()),
    state: responseState,
    version: z.int(),
    cause: z.enum(['created', 'edited', 'removed', 'restored']),
  }),
})
export type ResponseChange = EventPayload<typeof responseChanged>

export const maxRepresentatives = 50

/** A boycott became active for the first time: its business is requested to respond. */
export const responseRequested = event({
  owner: 'catalog',
  subject: 'catalog.response-requested',
  payload: z.strictObject({
    submissionId,
    businessId,
    /** The members who speak for the business, at most `maxRepresentatives`. */
    representativeIds: z.array(z.uuid()),
  }),
})
export type ResponseRequest = EventPayload<typeof responseRequested>

/** New unread numbers of members; of two numbers of a member, drop that with the lower version. */
export const unreadChanged = event({
  owner: 'notifications',
  subject: 'notifications.unread-changed',
  payload: z.strictObject({ members: z.array(unreadNumber) }),
})

/**
 * The links of a submission changed, or the check of one of them; drop it unless `version` is newer. Links are
 * addresses of sources and of their archived copies; none once the submission is not public.
 */
export const sourcesChanged = event({
  owner: 'catalog',
  subject: 'catalog.sources-changed',
  payload: z.strictObject({
    submissionId,
    version: z.int(),
    /** Null if they are the same, and only a check or details of one changed. */
    links: z.nullable(z.array(z.string())),
  }),
})

/** The result of the latest check of a link; drop it unless `version` is newer. */
export const linkChecked = event({
  owner: 'evidence',
  subject: 'evidence.link-checked',
  payload: z.strictObject({
    address: z.string(),
    state: linkState,
    /** Plain text without control characters; null if the page has none. */
    title: z.nullable(z.string()),
    checkedAt: z.iso.datetime(),
    version: z.int(),
  }),
})

/** Whether the proof of a claim is still in place; drop it unless `version` is newer. */
export const domainProved = event({
  owner: 'evidence',
  subject: 'evidence.domain-proved',
  payload: z.strictObject({
    claimId: z.uuid(),
    domain: proofDomain,
    proved: z.boolean(),
    version: z.int(),
  }),
})

/** The site has disabled a webhook, and will not send to it until an administrator resumes it. */
export const webhookDisabled = event({
  owner: 'evidence',
  subject: 'evidence.webhook-disabled',
  payload: z.strictObject({
    webhookId: z.uuid(),
    /** Of its address, which may contain secrets in other parts. */
    host: z.string(),
    reason: disabledReason,
  }),
})
export type WebhookDisabled = EventPayload<typeof webhookDisabled>

/** The end of the subjects of `eventDied`, whose schemas are too expensive to make for a comparison. */
export const eventDiedSuffix = '.event-died'

/** Notifies the owner of an event that an audience could not apply it. */
export const eventDied = (owner: ServiceName) =>
  event({
    owner,
    subject: `${owner}${eventDiedSuffix}`,
    payload: z.strictObject({
      eventId: z.string(),
      subject: z.string().check(z.startsWith(`${owner}.`)),
      audience: z.string(),
      /** As JSON; null if it was too long to store. */
      payload: z.nullable(z.string()),
      requestId: z.nullable(z.string()),
      attempts: z.int(),
      error: z.string(),
      diedAt: z.iso.datetime(),
    }),
  })
