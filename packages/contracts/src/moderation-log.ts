import * as z from 'zod/mini'
import { decisionKinds, reasonCode } from './decisions.ts'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { sha256Hex } from './sha256.ts'
import { category } from './submissions.ts'

/**
 * A public decision, without links to persons, texts or submissions. The hashes prove that a log read
 * earlier is a prefix of the log read now:
 * `hash = SHA-256(hash of the position before || position as 8 bytes, big-endian || payloadHash)`.
 */
export const publicDecision = z.strictObject({
  position: z.int(),
  decisionId: z.uuid(),
  kind: z.enum(decisionKinds),
  boostValue: z.nullable(z.int()),
  /** The number of released or voided votes. */
  voteCount: z.nullable(z.int()),
  /** The number of joins that were released or voided with them. */
  participationCount: z.nullable(z.int()),
  /** The submission's category; null for decisions about accounts. */
  category: z.nullable(category),
  reasonCode: z.nullable(reasonCode),
  /** The role of the person who decided; the operator resets passkeys with a command. */
  moderator: z.enum(['administrator', 'operator']),
  /** Whether it settled an appeal. */
  onAppeal: z.boolean(),
  decidedAt: z.iso.datetime(),
  payloadHash: sha256Hex,
  hash: sha256Hex,
})
export type PublicDecision = z.output<typeof publicDecision>

/** Newest first. */
export const readModerationLog = route({
  service: 'moderation',
  method: 'GET',
  path: '/api/moderation-log',
  access: 'public',
  query: z.strictObject(pageQuery),
  response: z.array(publicDecision),
})
