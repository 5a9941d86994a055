import type { SiteSettings } from '@answerable/infra/settings'
import { openS3Objects } from '@answerable/service-kit/snapshot-store/s3-objects'
import { partBytes, uploadInParts } from '@answerable/service-kit/snapshot-store/s3-uploads'
import { bucketAt } from '@answerable/service-kit/snapshot-store/settings'
import { StartError } from '../start-error.ts'
import type { Source, Write } from './archive.ts'

export type BackupBucket = Awaited<ReturnType<typeof openBackupBucket>>

type StoredBackup = { key: string; name: string; bytes: number }

const namePattern = /^answerable-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.age$/

const dayMilliseconds = 86_400_000

/** Null if the name is not the one of a backup. */
const timeOf = (name: string): number | null => {
  const [whole, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
  return whole === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** The name of an encrypted backup that begins now. */
const newName = (): string =>
  `answerable-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.age`

/** The encrypted backups below `BACKUP_STORE`. Throws StartError without that setting. */
export const openBackupBucket = async (settings: SiteSettings) => {
  const { BACKUP_STORE } = settings
  if (BACKUP_STORE === undefined)
    throw new StartError('BACKUP_STORE is not set: name a file instead.')
  const { bucket, prefix } = bucketAt(BACKUP_STORE)
  const root = prefix === '' ? '' : `${prefix}/`
  const objects = await openS3Objects({
    ...{ bucket, prefix },
    endpoint: settings.BACKUP_ENDPOINT ?? '',
    region: settings.BACKUP_REGION,
    accessKeyId: settings.BACKUP_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.BACKUP_SECRET_ACCESS_KEY ?? '',
  })

  /** Latest first. */
  const list = async (): Promise<StoredBackup[]> => {
    const found: StoredBackup[] = []
    for await (const { key, bytes } of objects.list(root)) {
      const name = key.slice(root.length)
      if (timeOf(name) !== null) found.push({ key, name, bytes })
    }
    return found.sort((a, b) => (a.name < b.name ? 1 : -1))
  }

  return {
    list,
    /** Uploads a backup. It is visible when it is complete; if `content` fails, nothing is left. */
    create: (): { address: string; write: Write } => {
      const name = newName()
      return {
        address: `s3://${bucket}/${root}${name}`,
        write: (content) =>
          uploadInParts(
            objects,
            { key: `${root}${name}`, stopping: new AbortController().signal },
            content,
          ),
      }
    },
    /** Finds a backup by its address, or the `latest` one. */
    open: async (address: string): Promise<Source> => {
      const backups = await list()
      const found =
        address === 'latest'
          ? backups[0]
          : backups.find(({ key }) => `s3://${bucket}/${key}` === address)
      if (found === undefined)
        throw new StartError(
          address === 'latest'
            ? `${BACKUP_STORE} has no backup.`
            : `${address} is not a backup in BACKUP_STORE. To list them: npm run backup -- --list`,
        )
      return { name: found.name, content: contentOf(found) }
    },
    /** Deletes backups and unfinished uploads that are older, but never the latest backup. */
    deleteOlderThan: async (days: number): Promise<void> => {
      const isOlder = (name: string, limitDays: number): boolean =>
        (timeOf(name) ?? Number.POSITIVE_INFINITY) < Date.now() - limitDays * dayMilliseconds
      for (const { key, name } of (await list()).slice(1))
        if (isOlder(name, days)) await objects.delete(key)
      // Those of killed processes. A younger one may still be running.
      for (const upload of await objects.unfinishedUploads(root))
        if (isOlder(upload.key.slice(root.length), 1)) await objects.abort(upload)
    },
  }

  /** In parts, because a connection may not stay open while rows are restored. */
  async function* contentOf({ key, bytes }: StoredBackup): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes; start += partBytes) {
      const end = Math.min(start + partBytes, bytes) - 1
      const part = await objects.read(key, { start, end })
      if (part === null) throw new StartError(`${key} was deleted.`)
      yield* part.content
    }
  }
}

/** Fails at the next chunk after `stopping`, so that what was written can be removed. */
export async function* until(
  stopping: AbortSignal,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    stopping.throwIfAborted()
    yield chunk
  }
}
