import type { Db } from '@answerable/service-kit/db'

type Marks = { isOwn: boolean; isMarked: boolean; isMarkedByAlias: boolean }

type MarkTable =
  | { marks: 'helpful_marks'; subjectId: 'comment_id' }
  | { marks: 'alternative_marks'; subjectId: 'alternative_id' }

/** Marks as helpful by the accounts of the viewer's mailbox, which are one person. */
export const readMarks = async (
  db: Db,
  { marks, subjectId }: MarkTable,
  { id, author_id, viewerId }: { id: string; author_id: string | null; viewerId: string },
): Promise<Marks> => {
  const { rows } = await db.query<{ id: string; isMarked: boolean }>(
    `SELECT id, EXISTS (
       SELECT FROM ${marks} WHERE ${subjectId} = $1 AND user_id = id
     ) AS "isMarked"
     FROM (
       SELECT $2::uuid AS id UNION SELECT alias.user_id
       FROM voters JOIN voters AS alias USING (voter_id) WHERE voters.user_id = $2
     ) AS accounts`,
    [id, viewerId],
  )
  const marked = rows.filter(({ isMarked }) => isMarked)
  return {
    isOwn: rows.some((account) => account.id === author_id),
    isMarked: marked.some((account) => account.id === viewerId),
    isMarkedByAlias: marked.some((account) => account.id !== viewerId),
  }
}
