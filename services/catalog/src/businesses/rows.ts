import type { Business } from '@answerable/contracts/businesses'

/** A row of `businesses`, without the columns that only SQL uses. */
export type BusinessRow = {
  id: string
  slug: string
  name: string
  kind: Business['kind']
  country: string | null
  website: string | null
  boycott_count: number
  participant_count: number
  version: number
  created_at: Date
}

/** The columns of a `BusinessRow`. */
export const businessRowColumns = ['id', 'slug', 'name', 'kind', 'country', 'website']
  .concat('boycott_count', 'participant_count', 'version', 'created_at')
  .map((column) => `businesses.${column}`)
  .join(', ')

export const businessOf = (row: BusinessRow): Business => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  kind: row.kind,
  country: row.country,
  website: row.website,
  boycottCount: row.boycott_count,
  participantCount: row.participant_count,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})
