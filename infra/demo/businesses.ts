import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BusinessState } from '@answerable/contracts/business-decisions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import * as z from 'zod/mini'
import { uuidOf } from './content.ts'
import { recordDecision } from './decisions.ts'

const businesses = z.array(
  z.object({
    name: z.string(),
    country: z.string(),
    website: z.string(),
    kind: z.optional(z.string()),
    aliases: z.optional(z.array(z.string())),
    parent: z.optional(z.string()),
  }),
)
type DemoBusiness = z.output<typeof businesses>[number]

/** Adds countries, websites, aliases and owners to the businesses of the documented boycotts. */
export const seedBusinesses = async (db: Db): Promise<void> => {
  const file = join(import.meta.dirname, 'businesses.json')
  const all = businesses.parse(JSON.parse(readFileSync(file, 'utf8')))
  for (const business of all) await describe(db, business)
  for (const { name, parent } of all)
    if (parent !== undefined)
      await db.query('UPDATE catalog.businesses SET parent_id = $2 WHERE id = $1', [
        await idOf(db, name),
        await idOf(db, parent),
      ])
}

const idOf = async (db: Db, name: string, kind?: string): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT catalog.find_or_make_business($1, $2) AS id',
    [name, kind ?? null],
  )
  return onlyRow(rows).id
}

const describe = async (
  db: Db,
  { name, country, website, kind, aliases = [] }: DemoBusiness,
): Promise<void> => {
  const id = await idOf(db, name, kind)
  for (const alias of aliases) await addAlias(db, id, alias)
  await db.query(
    `UPDATE catalog.businesses SET country = $2, website = $3, curated = true, version = version + 1
     WHERE id = $1`,
    [id, country, website],
  )
}

const addAlias = async (db: Db, id: string, alias: string): Promise<void> => {
  await db.query(
    `INSERT INTO catalog.business_names (key, business_id, name, is_alias)
     VALUES (catalog.match_key($2), $1, $2, true)`,
    [id, alias],
  )
}

const suggestions = [
  {
    ...{ business: 'Volkswagen', kind: 'website', value: 'vw.com', by: 'amber-alder' },
    reason: 'This is the address of its shop in the United States.',
    source: 'https://www.vw.com',
    note: null,
    state: 'open',
  },
  {
    ...{ business: 'ExxonMobil', kind: 'alias', value: 'Esso', by: 'calm-birch' },
    reason: 'It sells fuel under this name in most countries.',
    source: 'https://en.wikipedia.org/wiki/Esso',
    note: 'Thank you.',
    state: 'accepted',
  },
  {
    ...{ business: 'Nike', kind: 'country', value: 'IE', by: 'dry-cedar' },
    reason: 'I think that it is registered in Ireland.',
    source: null,
    note: 'Its headquarters are in Beaverton, Oregon.',
    state: 'declined',
  },
] as const
type Suggestion = (typeof suggestions)[number]

/** Adds an open, an accepted and a declined suggestion, with their decisions in the moderation log. */
export const seedSuggestions = async (db: Db, at: Date): Promise<void> => {
  for (const suggestion of suggestions) {
    const businessId = await idOf(db, suggestion.business)
    const id = uuidOf(`suggestion ${suggestion.business}`)
    await db.query(
      `INSERT INTO catalog.suggestions (
         id, business_id, author_id, kind, value, value_key, reason, source, state, note, created_at,
         decided_at
       ) VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10::timestamptz - interval '2 days', $11)`,
      [
        ...[id, businessId, uuidOf(suggestion.by), suggestion.kind, suggestion.value],
        ...[suggestion.reason, suggestion.source, suggestion.state, suggestion.note, at],
        suggestion.state === 'open' ? null : at,
      ],
    )
    if (suggestion.state !== 'open') await decide(db, suggestion, { businessId, id, at })
  }
}

const decide = async (
  db: Db,
  { state, kind: changed, value, note }: Suggestion,
  { businessId, id: suggestionId, at }: { businessId: string; id: string; at: Date },
): Promise<void> => {
  const before = await stateOf(db, businessId)
  if (state === 'accepted') await addAlias(db, businessId, value)
  await recordDecision(db, {
    id: uuidOf(`decision on ${suggestionId}`),
    kind: state === 'accepted' ? 'accept-suggestion' : 'decline-suggestion',
    ...{ at, note },
    change: {
      subject: { kind: 'business', id: businessId, suggestionId, change: changed },
      before,
      after: await stateOf(db, businessId),
    },
  })
}

const stateOf = async (db: Db, id: string): Promise<BusinessState> => {
  const { rows } = await db.query<BusinessState>(
    `SELECT listed, country, parent_id AS "parentId", website IS NOT NULL AS "hasWebsite",
       version::integer,
       (SELECT count(*)::integer FROM catalog.business_names WHERE business_id = $1 AND is_alias)
         AS aliases
     FROM catalog.businesses WHERE id = $1`,
    [id],
  )
  return onlyRow(rows)
}
