import { mergeBusinesses } from '@answerable/catalog/business-merges'
import { merge } from '@answerable/catalog/merges'
import { submissionStateOf } from '@answerable/contracts/decisions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import { recordDecision, useSchema } from './decisions.ts'
import type { HoursAgo } from './hours-ago.ts'
import { insert } from './insert.ts'

/** A second proposal about the matter of an older one, under another name of the same business. */
const duplicate = {
  older: 'Nestlé',
  targetName: 'Nestlé baby milk',
  location: 'Switzerland',
  reasons:
    'Free samples of formula in hospitals end when the mother has no milk of her own any more.\n\nThe code of the World Health Organization forbids them.',
  sources: 'https://www.who.int/publications/i/item/9241541601',
  author: 'gentle-otter',
  votes: 26,
  comment: 'There is an older proposal about this already.',
} as const

/** The merges write events with this id, which nobody needs: notices of the demo are written with the demo. */
const requestId = 'demo'

/** Adds a duplicate, merges it into the older boycott, and merges the businesses of both. */
export const seedMerges = async (db: Db, before: HoursAgo): Promise<void> => {
  await addDuplicate(db, before)
  await mergeSubmissions(db, before(20))
  await mergeTheirBusinesses(db, before(19))
  await db.query('DELETE FROM catalog.outbox WHERE request_id = $1', [requestId])
}

const addDuplicate = async (db: Db, before: HoursAgo): Promise<void> => {
  const { targetName, location, reasons, sources, author, votes, comment } = duplicate
  const id = shortId(targetName)
  await insert(db, 'catalog.submissions', [
    {
      ...{ id, author_id: uuidOf(author), target_name: targetName, location, reasons, sources },
      ...{ category: 'food-beverage', score: votes, comment_count: 1, created_at: before(44) },
    },
  ])
  await db.query(
    `INSERT INTO catalog.votes (submission_id, user_id, value, created_at)
     SELECT $1, id, 1, $3 FROM auth.users ORDER BY created_at, id LIMIT $2`,
    [id, votes, before(40)],
  )
  await insert(db, 'catalog.comments', [
    {
      ...{ id: uuidOf(comment), submission_id: id, author_id: uuidOf('idle-heron') },
      ...{ content: comment, created_at: before(30) },
    },
  ])
}

const mergeSubmissions = async (db: Db, at: Date): Promise<void> => {
  const [fromId, intoId] = [shortId(duplicate.targetName), shortId(duplicate.older)]
  const decisionId = uuidOf(`merge ${fromId}`)
  await useSchema(db, 'catalog')
  const { before, after, other } = await merge(
    db,
    { decisionId, submissionId: fromId, into: intoId },
    { requestId },
  )
  await db.query('UPDATE merges SET merged_at = $2 WHERE id = $1', [decisionId, at])
  await recordDecision(db, {
    ...{ id: decisionId, kind: 'merge', at, reason: 'duplicate', more: { into_id: intoId } },
    change: {
      subject: { kind: 'submission', id: fromId, category: after.category },
      ...{ before: submissionStateOf(before), after: submissionStateOf(after), other },
    },
  })
}

const mergeTheirBusinesses = async (db: Db, at: Date): Promise<void> => {
  const [fromId, into] = [
    await businessOf(db, duplicate.targetName),
    await businessOf(db, duplicate.older),
  ]
  const decisionId = uuidOf(`merge-business ${fromId}`)
  await useSchema(db, 'catalog')
  const effect = await mergeBusinesses(db, { decisionId, businessId: fromId, into })
  await db.query('UPDATE business_merges SET merged_at = $2 WHERE id = $1', [decisionId, at])
  const { before, after, other } = effect
  await recordDecision(db, {
    ...{ id: decisionId, kind: 'merge-business', at },
    more: { change: { kind: 'merge', value: into } },
    change: {
      subject: { kind: 'business', id: fromId, suggestionId: null, change: 'merge' },
      ...{ before, after, other },
    },
  })
}

const businessOf = async (db: Db, targetName: string): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT business_id AS id FROM catalog.submissions WHERE id = $1',
    [shortId(targetName)],
  )
  return onlyRow(rows).id
}
