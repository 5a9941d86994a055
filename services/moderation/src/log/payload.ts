import { randomBytes } from 'node:crypto'
import type { BusinessState } from '@answerable/contracts/business-decisions'
import type {
  BusinessMergeEffect,
  MergedBusinessState,
} from '@answerable/contracts/business-merges'
import type { LoggedClaim } from '@answerable/contracts/claims'
import type { LoggedComment } from '@answerable/contracts/comment-decisions'
import type { DecisionKind, ReasonCode, SubmissionState } from '@answerable/contracts/decisions'
import type { MergeEffect } from '@answerable/contracts/merges'
import type { LoggedNotice } from '@answerable/contracts/notices'
import type { LoggedResponse } from '@answerable/contracts/response-decisions'
import type { Category } from '@answerable/contracts/submissions'
import type { Decision } from '../decisions/store.ts'
import { noteHash } from './chain.ts'

/** The subject of a decision, before and after it. */
export type Change =
  | {
      /** `updateId`: the update about it that the decision is about. */
      subject: { kind: 'submission'; id: string; category: Category | null; updateId?: string }
      before: SubmissionState
      after: SubmissionState
      /** The older submission of a merge. */
      other?: MergeEffect['other']
    }
  | {
      subject: { kind: 'comment'; id: string; submissionId: string; category: Category | null }
      before: LoggedComment
      after: LoggedComment
    }
  | {
      subject: { kind: 'alternative'; id: string; submissionId: string; category: Category | null }
      before: LoggedComment
      after: LoggedComment
    }
  | {
      subject: { kind: 'notice'; id: string }
      before: LoggedNotice
      after: LoggedNotice
    }
  | {
      subject: { kind: 'response'; id: string; submissionId: string; category: Category | null }
      before: LoggedResponse
      after: LoggedResponse
    }
  | {
      subject: { kind: 'claim'; id: string; businessId: string }
      before: LoggedClaim
      after: LoggedClaim
    }
  | {
      subject: { kind: 'account'; id: string }
      before: { suspended: boolean }
      after: { suspended: boolean }
    }
  | {
      /** The kind of the change, without its value, which may be a text to be removed later. */
      subject: { kind: 'business'; id: string; suggestionId: string | null; change: string }
      before: BusinessState
      after: BusinessState
    }
  | {
      /** A merge of businesses or its undoing. */
      subject: { kind: 'business'; id: string; suggestionId: string | null; change: string }
      before: MergedBusinessState
      after: MergedBusinessState
      /** The remaining business. */
      other: BusinessMergeEffect['other']
    }

/** The log entry of a decision: administrator, subject, time, reason, state before and after. */
export type Payload = Change & {
  decisionId: string
  decidedAt: string
  moderatorId: string
  kind: DecisionKind
  boostValue: number | null
  /** Absent where the decision was not about votes. */
  voteCount?: number
  /** Joins that were released or voided with the votes. */
  participationCount?: number
  appealId: string | null
  reasonCode: ReasonCode | null
  /** Hexadecimal. */
  noteHash: string | null
  /** Random, so that the hash does not reveal the payload. */
  nonce: string
}

export const payloadOf = (
  decision: Pick<
    Decision,
    'id' | 'createdAt' | 'moderator' | 'kind' | 'boostValue' | 'appealId' | 'reasonCode' | 'note'
  >,
  { subject, before, after, ...others }: Change,
  settled: { voteCount: number | null; participationCount?: number | null },
): Payload =>
  ({
    decisionId: decision.id,
    decidedAt: decision.createdAt.toISOString(),
    moderatorId: decision.moderator.id,
    kind: decision.kind,
    boostValue: decision.boostValue,
    ...(settled.voteCount === null ? {} : { voteCount: settled.voteCount }),
    ...(settled.participationCount == null
      ? {}
      : { participationCount: settled.participationCount }),
    appealId: decision.appealId,
    reasonCode: decision.reasonCode,
    noteHash: decision.note === null ? null : noteHash(decision.note).toString('hex'),
    subject,
    before,
    after,
    ...('other' in others ? { other: others.other } : {}),
    nonce: randomBytes(16).toString('hex'),
  }) as Payload
