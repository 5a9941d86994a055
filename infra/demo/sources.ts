import { createHash } from 'node:crypto'
import { rowsIn, type SourceKind } from '@answerable/contracts/source-details'
import type { Db } from '@answerable/service-kit/db'
import type { DemoContent } from './content.ts'
import { insert } from './insert.ts'

/**
 * What the authors say about the links of the historic boycotts. Their checks are left to the site, so that no state is
 * shown that was not found.
 */
export const seedSources = async (
  db: Db,
  submissions: DemoContent['submissions'],
): Promise<void> => {
  const rows = submissions.flatMap(({ id, sources, createdAt }) =>
    rowsIn(sources).map((address, at) => ({
      submission_id: id,
      link_key: createHash('sha256').update(address).digest('base64url'),
      address,
      position: at + 1,
      ...describe(address),
      edited_at: createdAt,
    })),
  )
  const links = new Map(rows.map(({ link_key, address }) => [link_key, address]))
  await insert(
    db,
    'catalog.links',
    Array.from(links, ([key, address]) => ({ key, address, version: 0 })),
  )
  await insert(
    db,
    'catalog.sources',
    rows.map(({ address: _, ...row }) => row),
  )
}

type Description = { publisher: string; kind: SourceKind; shows: string }

const describe = (address: string): Description =>
  new URL(address).hostname.endsWith('youtube.com')
    ? { publisher: 'YouTube', kind: 'social', shows: 'A film about the boycott.' }
    : {
        publisher: 'Wikipedia',
        kind: 'other',
        shows: 'The course of the boycott, with references to news reports and books.',
      }
