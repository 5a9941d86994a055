import {
  type listOwnBoycotts,
  type OwnBoycott,
  ownNamesLimit,
} from '@answerable/contracts/participation'
import type { RouteRequest } from '@answerable/contracts/route'
import type { Submission } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { readShownRows, shownSubmissionOf } from '../submissions/shown-rows.ts'

type Page = RouteRequest<typeof listOwnBoycotts>['query']
type Names = Pick<OwnBoycott, 'aliases' | 'owned'>

/** A page of the public submissions in which a member takes part, latest first, with the total. */
export const readOwnBoycotts = async (
  db: Db,
  userId: string,
  { page, limit }: Page,
): Promise<{ boycotts: OwnBoycott[]; total: number }> => {
  const { rows } = await db.query<{ id: string; joined_at: Date }>(
    `SELECT submission_id AS id, participations.created_at AS joined_at
     FROM participations JOIN submissions ON submissions.id = submission_id
     WHERE user_id = $1 AND approved
     ORDER BY participations.created_at DESC, submission_id LIMIT $2 OFFSET $3`,
    [userId, limit, (page - 1) * limit],
  )
  const { rows: totals } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM participations JOIN submissions ON submissions.id = submission_id
     WHERE user_id = $1 AND approved`,
    [userId],
  )
  const shown = await readShownRows(
    db,
    rows.map(({ id }) => ({ id, viewerId: userId })),
  )
  const submissions = new Map(shown.map((row) => [row.id, shownSubmissionOf(row)]))
  const names = await readNames(
    db,
    shown.map((row) => row.business_id),
  )
  return {
    boycotts: rows.flatMap(({ id, joined_at }) => {
      const submission = submissions.get(id)
      // Removed since the page was found.
      if (submission === undefined || !submission.approved) return []
      return [{ submission, joinedAt: joined_at.toISOString(), ...namesOf(submission, names) }]
    }),
    total: onlyRow(totals).total,
  }
}

const namesOf = ({ business }: Submission, names: ReadonlyMap<string, Names>): Names =>
  names.get(business.id) ?? { aliases: [], owned: [] }

/** The other names of each business, and the businesses that it owns, directly or not, with theirs. */
const readNames = async (
  db: Db,
  businessIds: readonly string[],
): Promise<ReadonlyMap<string, Names>> => {
  const { rows } = await db.query<Names & { id: string }>(
    `SELECT id, ${aliasesOf('given.id')} AS aliases, coalesce((
         WITH RECURSIVE within (id) AS (
           SELECT given.id
           UNION SELECT businesses.id FROM within JOIN businesses ON parent_id = within.id
         )
         SELECT json_agg(json_build_object(
           'id', id, 'slug', slug, 'name', name, 'aliases', ${aliasesOf('owned.id')}
         ) ORDER BY sort_name, id)
         FROM (
           SELECT id, slug, name, sort_name FROM within JOIN businesses USING (id)
           WHERE id <> given.id AND merged_into IS NULL
           ORDER BY sort_name, id LIMIT ${ownNamesLimit}
         ) AS owned
       ), '[]') AS owned
     FROM (SELECT DISTINCT unnest($1::text[]) COLLATE "C" AS id) AS given`,
    [businessIds],
  )
  return new Map(rows.map(({ id, aliases, owned }) => [id, { aliases, owned }]))
}

const aliasesOf = (id: string): string => `ARRAY(
  SELECT name FROM business_names WHERE business_id = ${id} AND is_alias
  ORDER BY created_at, key LIMIT ${ownNamesLimit}
)`
