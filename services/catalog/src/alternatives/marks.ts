import type { Viewer } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { refuseSuspended } from '../authors/store.ts'
import { readMarks } from '../comments/read-marks.ts'
import { storeVoter } from '../votes/voters.ts'
import { lockShownAlternative } from './store.ts'

const alternativeMarks = { marks: 'alternative_marks', subjectId: 'alternative_id' } as const

/** Marks an alternative as helpful. Repeating it changes nothing. */
export const insertMark = async (db: Db, id: string, viewer: Viewer): Promise<void> => {
  await storeVoter(db, viewer)
  const alternative = await lockShownAlternative(db, id)
  await refuseSuspended(db, viewer.id)
  const marked = { ...alternative, viewerId: viewer.id }
  const { isOwn, isMarked, isMarkedByAlias } = await readMarks(db, alternativeMarks, marked)
  if (isOwn) throw new AppError('own_alternative')
  if (isMarked) return
  if (isMarkedByAlias) {
    throw new AppError('already_helpful', {
      message: 'Another account of your mailbox has already marked this alternative as helpful.',
    })
  }
  await db.query('INSERT INTO alternative_marks (alternative_id, user_id) VALUES ($1, $2)', [
    id,
    viewer.id,
  ])
  await countMark(db, id, 1)
}

/** Withdraws a mark, if there is one. */
export const deleteMark = async (db: Db, id: string, viewer: Viewer): Promise<void> => {
  await lockShownAlternative(db, id)
  await refuseSuspended(db, viewer.id)
  const { rowCount } = await db.query(
    'DELETE FROM alternative_marks WHERE alternative_id = $1 AND user_id = $2',
    [id, viewer.id],
  )
  if (rowCount === 1) await countMark(db, id, -1)
}

const countMark = async (db: Db, id: string, change: 1 | -1): Promise<void> => {
  await db.query(
    'UPDATE alternatives SET helpful_count = helpful_count + $2, version = version + 1 WHERE id = $1',
    [id, change],
  )
}
