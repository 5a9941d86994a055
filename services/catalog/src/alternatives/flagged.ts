import type {
  AdminAlternative,
  FlaggedAlternative,
} from '@answerable/contracts/alternative-decisions'
import { reviewFlagLimit } from '@answerable/contracts/review'
import type { Category } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import type { Flagged } from '../comment-flags/store.ts'
import { readAlternativeFlags } from '../flags/reports.ts'
import type { AlternativeRow } from './store.ts'

export const alternativeFlags: Flagged = {
  subjects: 'alternatives',
  flags: 'alternative_flags',
  subjectId: 'alternative_id',
}

/** The name and the link, as a flag stores them. */
export const textOf = ({ name, link }: Pick<AlternativeRow, 'name' | 'link'>): string =>
  link === null ? name : `${name}\n${link}`

type Row = {
  id: string
  submission_id: string
  target_name: string
  category: Category | null
  name: string
  link: string | null
  created_at: Date
  author_id: string | null
  username: string | null
  state: 'shown' | 'removed'
  flag_count: number
  version: number
}

/** Alternatives in any state as administrators see them, by id. */
export const findAdminAlternatives = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminAlternative>> => {
  const { rows } = await db.query<Row>(
    `SELECT alternatives.id, submission_id, target_name, category, name, link,
       alternatives.created_at, alternatives.author_id, username, state, alternatives.flag_count,
       alternatives.version
     FROM alternatives JOIN submissions ON submissions.id = submission_id
     LEFT JOIN authors ON authors.id = alternatives.author_id WHERE alternatives.id = ANY ($1)`,
    [ids],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        submission: {
          id: row.submission_id,
          targetName: row.target_name,
          category: row.category,
        },
        name: row.name,
        link: row.link,
        createdAt: row.created_at.toISOString(),
        authorId: row.author_id,
        author: row.username === null ? null : { username: row.username },
        state: row.state,
        flagCount: row.flag_count,
        version: row.version,
      },
    ]),
  )
}

/** Alternatives with their flags, newest first, by id. */
export const readFlaggedAlternatives = async (
  db: Db,
  {
    ids,
    state,
    limit = reviewFlagLimit,
  }: { ids: readonly string[]; state: 'open' | 'any'; limit?: number },
): Promise<ReadonlyMap<string, FlaggedAlternative>> => {
  const found = await findAdminAlternatives(db, ids)
  const flags = await readAlternativeFlags(db, { ids, state, limit })
  return new Map([...found].map(([id, one]) => [id, { ...one, flags: flags.get(id) ?? [] }]))
}
