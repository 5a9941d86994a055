import type { ResponseChange, ResponseRequest } from '@answerable/contracts/events'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { cancelFanOuts, recordOccurrence } from './record.ts'

/** Notifies the author and the followers of a boycott, and those of its business, of an official response. */
export const applyResponseChange = (pool: Pool, change: ResponseChange): Promise<void> =>
  transaction(pool, async (db) => {
    const { submissionId, responseId, businessIds, authorId, cause } = change
    const name = `response:${responseId}`
    if (cause === 'removed') return cancelFanOuts(db, name)
    if (cause !== 'created') return
    const notice = 'response' as const
    await recordOccurrence(db, {
      name,
      submissionId,
      businessId: businessIds[0] ?? null,
      to: [{ userId: authorId, kind: notice }],
      followersOf: [
        { kind: 'submission', key: submissionId, notice },
        ...businessIds.map((key) => ({ kind: 'business' as const, key, notice })),
      ],
    })
  })

/** Notifies those who speak for the business of a boycott that has become active. */
export const applyResponseRequest = (
  pool: Pool,
  { submissionId, businessId, representativeIds }: ResponseRequest,
): Promise<void> =>
  transaction(pool, async (db) => {
    if (representativeIds.length === 0) return
    await recordOccurrence(db, {
      name: `response-request:${submissionId}`,
      submissionId,
      businessId,
      to: representativeIds.map((userId) => ({ userId, kind: 'request' })),
    })
  })
