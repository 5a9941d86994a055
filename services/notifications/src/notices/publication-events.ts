import type { EventPayload, submissionPublished } from '@answerable/contracts/events'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { followAutomatically } from '../follows/store.ts'
import { queueComparison } from '../searches/store.ts'
import { recordOccurrence } from './record.ts'

type Publication = EventPayload<typeof submissionPublished>

/** Notifies the followers of everything that a new submission belongs to. */
export const applyPublication = async (pool: Pool, publication: Publication): Promise<void> => {
  const { submissionId, authorId, cause } = publication
  if (cause !== 'created') return
  await transaction(pool, async (db) => {
    const id = await recordOccurrence(db, {
      name: `submission:${submissionId}`,
      submissionId,
      actorId: authorId,
      followersOf: followedBy(publication),
    })
    await queueComparison(db, id, submissionId)
    if (authorId !== null) await followAutomatically(db, [{ userId: authorId, submissionId }])
  })
}

const followedBy = ({ businessIds, country, category }: Publication) => {
  const notice = 'publication' as const
  return [
    ...businessIds.map((key) => ({ kind: 'business' as const, key, notice })),
    ...(country === null ? [] : [{ kind: 'country' as const, key: country, notice }]),
    ...(category === null ? [] : [{ kind: 'category' as const, key: category, notice }]),
  ]
}
