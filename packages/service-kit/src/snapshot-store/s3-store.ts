import { manifestFile, signatureFile } from '@answerable/contracts/open-data'
import { isComplete, isSnapshotName, latestFirst } from './complete.ts'
import { type Bucket, openS3Objects } from './s3-objects.ts'
import { uploadInParts } from './s3-uploads.ts'
import { type SnapshotStore, SnapshotStoreError, type StoredSnapshot } from './snapshot-store.ts'

/** Several times what the snapshots of the kept days have. More belong to another program. */
const maxObjects = 2_000

/** Snapshots in a bucket of an S3-compatible server, below a prefix. Other programs may use other prefixes. */
export const openS3Store = async (bucket: Bucket): Promise<SnapshotStore> => {
  const objects = await openS3Objects(bucket)
  const root = bucket.prefix === '' ? '' : `${bucket.prefix}/`
  const keyOf = (name: string, file: string): string => `${root}${name}/${file}`

  /** All snapshots, with those that are not complete. */
  const stored = async (): Promise<StoredSnapshot[]> => {
    const snapshots = new Map<string, Map<string, number>>()
    let count = 0
    for await (const { key, bytes } of objects.list(root)) {
      count += 1
      if (count > maxObjects)
        throw new SnapshotStoreError(
          `list: more than ${maxObjects} objects; OPEN_DATA_STORE needs a prefix of its own`,
        )
      const [name = '', file = '', ...deeper] = key.slice(root.length).split('/')
      if (!isSnapshotName(name) || file === '' || deeper.length > 0) continue
      snapshots.set(name, (snapshots.get(name) ?? new Map()).set(file, bytes))
    }
    return latestFirst([...snapshots].map(([name, sizes]) => ({ name, sizes })))
  }

  const remove = async ({ name, sizes }: StoredSnapshot): Promise<void> => {
    // Without its signature, a snapshot is not listed while its other files are deleted.
    if (sizes.has(signatureFile)) await objects.delete(keyOf(name, signatureFile))
    for (const file of sizes.keys())
      if (file !== signatureFile) await objects.delete(keyOf(name, file))
  }

  const find = async (name: string) => (await stored()).filter((one) => one.name === name)

  return {
    list: async () => (await stored()).filter(isComplete),
    read: async (name, file, range) => {
      const part = await objects.read(keyOf(name, file), range)
      if (part === null) return null
      if (part.bytes === range.end - range.start + 1) return part.content
      part.content.destroy()
      throw new SnapshotStoreError('read: the server sent another part of the file')
    },
    begin: async (name, stopping) => ({
      write: (file, content) =>
        uploadInParts(objects, { key: keyOf(name, file), stopping }, content),
      publish: async (manifest, signature) => {
        await objects.put(keyOf(name, manifestFile), manifest, stopping)
        await objects.put(keyOf(name, signatureFile), signature, stopping)
      },
      abandon: async () => {
        if (stopping.aborted) return
        for (const snapshot of await find(name)) await remove(snapshot)
      },
    }),
    delete: async (name) => {
      for (const snapshot of await find(name)) await remove(snapshot)
    },
    deleteUnfinished: async () => {
      for (const snapshot of await stored()) if (!isComplete(snapshot)) await remove(snapshot)
      for (const upload of await objects.unfinishedUploads(root)) {
        const [name = ''] = upload.key.slice(root.length).split('/')
        if (isSnapshotName(name)) await objects.abort(upload)
      }
    },
  }
}
