import * as z from 'zod/mini'
import { linkLimits, linksIn, readableAddress } from './links.ts'
import { line } from './text.ts'

/** Value and label of every kind of source, in the order of the select. */
export const sourceKinds = {
  court: 'Court or regulator',
  news: 'News',
  company: 'Company statement',
  'first-hand': 'First-hand',
  social: 'Social media',
  other: 'Other',
} as const
export type SourceKind = keyof typeof sourceKinds

export const sourceLimits = {
  title: { min: 1, max: linkLimits.title },
  publisher: { min: 1, max: 100 },
  shows: { min: 1, max: 300 },
  /** Rows of a submission. Its text may have more links. */
  links: 50,
} as const

const sourceKind = z.enum(Object.keys(sourceKinds) as [SourceKind, ...SourceKind[]])

/** An address that the site can read, in its normal form. */
const archiveAddress = z.string().check(
  z.refine((text) => readableAddress(text) !== null, {
    error: 'Enter an address that begins with http:// or https://.',
    abort: true,
  }),
  z.overwrite((text) => readableAddress(text) ?? text),
)

/** What the author says about a link. Null if nothing. */
export const sourceDetails = z.strictObject({
  title: z.nullable(line(sourceLimits.title)),
  publisher: z.nullable(line(sourceLimits.publisher)),
  kind: z.nullable(sourceKind),
  /** What the source shows. */
  shows: z.nullable(line(sourceLimits.shows)),
  /** Address of an archived copy. */
  archive: z.nullable(archiveAddress),
})
export type SourceDetails = z.output<typeof sourceDetails>

/** Details of links in the sources of a new submission. Those of other addresses are not accepted. */
export const newSourceDetails = z
  .array(z.extend(sourceDetails, { address: z.string().check(z.maxLength(linkLimits.address)) }))
  .check(z.maxLength(sourceLimits.links))
export type NewSourceDetails = z.output<typeof newSourceDetails>

/** The links that are rows. */
export const rowsIn = (sources: string | null): string[] =>
  linksIn(sources ?? '').slice(0, sourceLimits.links)
