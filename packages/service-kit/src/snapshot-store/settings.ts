import * as z from 'zod/mini'
import { ConfigError, urlOf } from '../config.ts'
import { openDirectoryStore } from './directory-store.ts'
import type { Bucket } from './s3-objects.ts'
import { openS3Store } from './s3-store.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** A bucket of an S3-compatible server, and the start of the names in it. */
export const bucketAddress = z.string().check(
  z.regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/, {
    error: 'must be s3://bucket or s3://bucket/prefix',
  }),
)

/** Where the snapshots of the open data are; without `OPEN_DATA_DIR` and `OPEN_DATA_STORE` there are none. */
export const openDataSettings = {
  OPEN_DATA_DIR: z.optional(z.string()),
  /** A bucket of an S3-compatible server, instead of the directory. */
  OPEN_DATA_STORE: z.optional(bucketAddress),
  OPEN_DATA_ENDPOINT: z.optional(urlOf('https:', 'http:')),
  OPEN_DATA_REGION: z._default(z.string(), 'us-east-1'),
  OPEN_DATA_ACCESS_KEY_ID: z.optional(z.string()),
  OPEN_DATA_SECRET_ACCESS_KEY: z.optional(z.string()),
}

type Settings = z.output<z.ZodMiniObject<typeof openDataSettings>>

const neededByStore = [
  'OPEN_DATA_ENDPOINT',
  'OPEN_DATA_ACCESS_KEY_ID',
  'OPEN_DATA_SECRET_ACCESS_KEY',
] as const

/** Throws ConfigError if the settings of a bucket are incomplete. */
export const checkOpenDataSettings = (settings: Settings): void => {
  const missing = neededByStore.find((name) => settings[name] === undefined)
  if (settings.OPEN_DATA_STORE !== undefined && missing !== undefined)
    throw new ConfigError(`Invalid settings: ${missing} must be set with OPEN_DATA_STORE`)
}

/** Whether snapshots are stored anywhere. */
export const hasOpenData = ({ OPEN_DATA_DIR, OPEN_DATA_STORE }: Settings): boolean =>
  OPEN_DATA_DIR !== undefined || OPEN_DATA_STORE !== undefined

/** Null without open data. */
export const openSnapshotStore = async (settings: Settings): Promise<SnapshotStore | null> => {
  const { OPEN_DATA_DIR, OPEN_DATA_STORE } = settings
  if (OPEN_DATA_STORE === undefined)
    return OPEN_DATA_DIR === undefined ? null : openDirectoryStore(OPEN_DATA_DIR)
  return openS3Store({
    endpoint: settings.OPEN_DATA_ENDPOINT ?? '',
    region: settings.OPEN_DATA_REGION,
    ...bucketAt(OPEN_DATA_STORE),
    accessKeyId: settings.OPEN_DATA_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.OPEN_DATA_SECRET_ACCESS_KEY ?? '',
  })
}

/** The parts of an address like `s3://bucket/prefix`. */
export const bucketAt = (address: string): Pick<Bucket, 'bucket' | 'prefix'> => {
  const [bucket = '', ...prefix] = address.slice('s3://'.length).split('/')
  return { bucket, prefix: prefix.filter((part) => part !== '').join('/') }
}
