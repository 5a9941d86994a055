import { pathOf, type Route } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { movedTo, type Reply } from '@answerable/service-kit/http/serve'

/** The submission that a merged one leads to, through any number of merges; null if it is not merged. */
export const findMergedInto = async (db: Db, id: string): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>(
    `WITH RECURSIVE trail AS (
       SELECT id, merged_into, 0 AS step FROM submissions WHERE id = $1
       UNION ALL
       SELECT submissions.id, submissions.merged_into, step + 1
       FROM trail JOIN submissions ON submissions.id = trail.merged_into
     )
     SELECT id FROM trail WHERE merged_into IS NULL AND step > 0`,
    [id],
  )
  return rows[0]?.id ?? null
}

/** `submission_merged` with the id of the other submission for a merged one, else `submission_not_found`. */
export const whyNotPublic = async (db: Db, id: string): Promise<AppError> => {
  const mergedInto = await findMergedInto(db, id)
  return mergedInto === null
    ? new AppError('submission_not_found')
    : new AppError('submission_merged', { fields: { mergedInto } })
}

/** Whether a submission that was just not public is public again, because a merge was undone in the meantime. */
export const isPublicAgain = async (db: Db, id: string): Promise<boolean> => {
  const { rowCount } = await db.query('SELECT FROM submissions WHERE id = $1 AND approved', [id])
  return rowCount === 1
}

/** The redirect of a read about a merged submission to the same read about the other one. */
export const movedSubmission = (route: Route, mergedInto: string, query?: object): Reply<never> =>
  movedTo(pathOf(route, { params: { id: mergedInto }, query }), { mergedInto })
