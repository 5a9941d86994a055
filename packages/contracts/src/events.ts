import * as z from 'zod/mini'
import type { ServiceName } from './route.ts'
import { sessionHash, viewer } from './sessions.ts'
import { submissionId } from './submissions.ts'

export type EventDefinition = {
  readonly owner: ServiceName
  /** Subject on the bus: `<owner>.<what happened>`. */
  readonly subject: `${string}.${string}`
  readonly payload: z.ZodMiniType
}

const event = <const Definition extends EventDefinition>(definition: Definition): Definition =>
  definition

export type EventPayload<E extends EventDefinition> = z.output<E['payload']>

/** Whole new state of what others may hold of a submission; drop it unless `version` is newer. */
export const submissionChanged = event({
  owner: 'catalog',
  subject: 'catalog.submission-changed',
  payload: z.strictObject({
    submissionId,
    version: z.int(),
    score: z.int(),
    commentCount: z.int(),
    /** False once removed from public view. */
    approved: z.boolean(),
    /** 'numbers' came from votes, comments, flags or a departure; after a decision pages must refetch. */
    cause: z.enum(['created', 'numbers', 'decision']),
  }),
})

/** Whole new state of an account; drop it unless `version` is newer. */
export const userChanged = event({
  owner: 'auth',
  subject: 'auth.user-changed',
  payload: z.strictObject({
    user: viewer,
    version: z.int(),
    suspended: z.boolean(),
    /** The mailbox of the account. It may change: an account can turn out to share a mailbox. */
    voterId: z.optional(z.uuid()),
  }),
})

/**
 * Somebody has left for good: nothing of theirs may stay that leads to them. It is told again for 30 days,
 * so whoever hears it a second time must find nothing left to do.
 */
export const userLeft = event({
  owner: 'auth',
  subject: 'auth.user-left',
  payload: z.strictObject({ userId: z.uuid() }),
})

/** Sessions that must not be honoured any longer. */
export const sessionsEnded = event({
  owner: 'auth',
  subject: 'auth.sessions-ended',
  payload: z.strictObject({ sessionHashes: z.array(sessionHash) }),
})

/** What tells the owner of an event that an audience could not apply it. */
export const eventDied = (owner: ServiceName) =>
  event({
    owner,
    subject: `${owner}.event-died`,
    payload: z.strictObject({
      eventId: z.string(),
      subject: z.string().check(z.startsWith(`${owner}.`)),
      audience: z.string(),
      /** As JSON; null when it was too long to be kept. */
      payload: z.nullable(z.string()),
      requestId: z.nullable(z.string()),
      attempts: z.int(),
      error: z.string(),
      diedAt: z.iso.datetime(),
    }),
  })
