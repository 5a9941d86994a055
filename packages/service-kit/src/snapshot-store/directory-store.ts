import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { manifestFile, signatureFile } from '@answerable/contracts/open-data'
import { isComplete, isSnapshotName, latestFirst } from './complete.ts'
import type { SnapshotStore, StoredSnapshot } from './snapshot-store.ts'

/** Snapshots in a directory, each in a directory of its own, which gets its name when it is complete. */
export const openDirectoryStore = (directory: string): SnapshotStore => {
  const unfinished = (name: string): string => join(directory, `.${name}${unfinishedEnd}`)
  return {
    list: async () => {
      const names = (await readdir(directory).catch(emptyIfMissing)).filter(isSnapshotName)
      const snapshots = await Promise.all(names.map((name) => sizesIn(directory, name)))
      return latestFirst(snapshots.filter(isComplete))
    },
    read: async (name, file, range) => {
      const handle = await open(join(directory, name, file)).catch(nullIfMissing)
      return handle?.createReadStream(range) ?? null
    },
    begin: async (name, stopping) => {
      const path = unfinished(name)
      await rm(path, { recursive: true, force: true })
      await mkdir(path, { recursive: true })
      return {
        write: (file, content) =>
          pipeline(content, createWriteStream(join(path, file), { flush: true }), {
            signal: stopping,
          }),
        publish: async (manifest, signature) => {
          await writeFile(join(path, manifestFile), manifest, { flush: true })
          await writeFile(join(path, signatureFile), signature, { flush: true })
          await rm(join(directory, name), { recursive: true, force: true })
          await rename(path, join(directory, name))
        },
        abandon: () => rm(path, { recursive: true, force: true }),
      }
    },
    delete: (name) => rm(join(directory, name), { recursive: true, force: true }),
    deleteUnfinished: async () => {
      for (const name of await readdir(directory).catch(emptyIfMissing))
        if (name.endsWith(unfinishedEnd))
          await rm(join(directory, name), { recursive: true, force: true })
    },
  }
}

const unfinishedEnd = '.partial'

const sizesIn = async (directory: string, name: string): Promise<StoredSnapshot> => {
  const path = join(directory, name)
  const files = await readdir(path).catch(emptyIfMissing)
  const sizes = await Promise.all(
    // A file may be deleted before its size is read.
    files.map(async (file) => [file, (await stat(join(path, file)).catch(nullIfMissing))?.size]),
  )
  return { name, sizes: new Map(sizes.filter(isPresent)) }
}

const isPresent = (entry: readonly unknown[]): entry is [string, number] => entry[1] !== undefined

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const emptyIfMissing = (error: unknown): string[] => {
  if (isMissing(error)) return []
  throw error
}

const nullIfMissing = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}
