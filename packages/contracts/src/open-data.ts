import * as z from 'zod/mini'
import { route } from './route.ts'
import { sha256Hex } from './sha256.ts'

/** The tables of a snapshot. Each is a file of JSON Lines and a file of CSV, both compressed with gzip. */
export const openDataTables = [
  'submissions',
  'top',
  'businesses',
  'statuses',
  'decisions',
  'votes-by-day',
  'boosts',
] as const
export type OpenDataTable = (typeof openDataTables)[number]

export const openDataFormats = ['jsonl', 'csv'] as const
export type OpenDataFormat = (typeof openDataFormats)[number]

export const openDataFileOf = (table: OpenDataTable, format: OpenDataFormat): string =>
  `${table}.${format}.gz`

/** The signed description of a snapshot and its signature: 64 bytes of Ed25519 over the bytes of the manifest. */
export const manifestFile = 'manifest.json'
export const signatureFile = 'manifest.sig'

/** Every file of a snapshot. */
export const openDataFiles: readonly string[] = [
  manifestFile,
  signatureFile,
  ...openDataTables.flatMap((table) =>
    openDataFormats.map((format) => openDataFileOf(table, format)),
  ),
]

/** Days for which a snapshot is kept. */
export const openDataDays = 30

/** When the snapshot was taken, in UTC, for example 2026-11-23T020000Z. Later snapshots have greater names. */
export const snapshotName = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{6}Z$/))

export const openDataManifest = z.strictObject({
  format: z.literal(1),
  name: snapshotName,
  /** Origin of the site. */
  site: z.string(),
  takenAt: z.iso.datetime(),
  licence: z.strictObject({ name: z.string(), url: z.string() }),
  /** The Ed25519 key that verifies the signature, as PEM. */
  publicKey: z.string(),
  /** The last decision of the moderation log in this snapshot; position 0 if there is none. */
  moderationLog: z.strictObject({ position: z.int(), hash: sha256Hex }),
  files: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.int(),
      /** Of the compressed file, as is the sum. */
      bytes: z.int(),
      sha256: sha256Hex,
    }),
  ),
})
export type OpenDataManifest = z.output<typeof openDataManifest>

export const readOpenData = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/open-data',
  access: 'public',
  response: z.strictObject({
    /** Of the latest snapshot; null before the first. */
    manifest: z.nullable(openDataManifest),
    /** Older snapshots, latest first. */
    earlier: z.array(snapshotName),
  }),
})

/** A file of a snapshot. It never changes. */
export const readOpenDataFile = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/open-data/:snapshot/:file',
  access: 'public',
  params: z.strictObject({ snapshot: snapshotName, file: z.enum(openDataFiles as [string]) }),
  errors: ['snapshot_not_found'],
})

/** The current public key, as PEM. */
export const readOpenDataKey = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/open-data/public-key.pem',
  access: 'public',
  errors: ['snapshot_not_found'],
})
