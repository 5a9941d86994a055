import * as z from 'zod/mini'
import { route } from './route.ts'

export const sitemapPath = '/sitemap.xml'

/** Maximum number of entries that one sitemap of the protocol may have. */
export const maxSitemapEntries = 50_000

const kind = z.enum(['boycotts', 'businesses'])
export type SitemapKind = z.output<typeof kind>

/** A month or a day (UTC) of creation; of a day with too many entries, the first character of their ids. */
const part = z.string().check(
  z.regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:-[0-9A-Za-z])?)?$/, {
    error: 'This is not a part of a sitemap.',
  }),
)

const sitemapPart = z.strictObject({ kind, part })
export type SitemapPart = z.output<typeof sitemapPart>

/** The path of a part; also the template of such paths. */
export const sitemapPartPath = (kind: SitemapKind, part: string): `/${string}` =>
  `/sitemaps/${kind}/${part}.xml`

/** The parts that have entries, oldest first. */
export const listSitemapParts = route({
  service: 'catalog',
  method: 'GET',
  path: '/internal/sitemaps',
  access: 'internal',
  callers: ['gateway'],
  response: z.array(sitemapPart),
  limit: 'sitemaps',
})

const sitemapEntry = z.strictObject({
  /** The id of a boycott or the slug of a business. */
  name: z.string(),
  /** The latest change of the page, except numbers of votes and people; null if it is not known. */
  changedAt: z.nullable(z.iso.datetime()),
})
export type SitemapEntry = z.output<typeof sitemapEntry>

/** The public boycotts or the listed businesses of a part, newest first. */
export const readSitemapPart = route({
  service: 'catalog',
  method: 'GET',
  path: '/internal/sitemaps/:kind/:part',
  access: 'internal',
  callers: ['gateway'],
  params: sitemapPart,
  response: z.array(sitemapEntry),
  limit: 'sitemaps',
})
