import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  manifestFile,
  type OpenDataManifest,
  openDataManifest,
  snapshotName,
} from '@answerable/contracts/open-data'
import { AppError } from '@answerable/service-kit/errors'
import { LRUCache } from 'lru-cache'

/** The snapshots in a directory, which catalog writes. */
export type Snapshots = {
  /** Latest first. */
  names: () => Promise<readonly string[]>
  manifest: (name: string) => Promise<OpenDataManifest>
  /** Null if there is no such file. */
  size: (name: string, file: string) => Promise<number | null>
  /** Both ends are included. Throws `unavailable` if too many files are read already. */
  read: (name: string, file: string, range: { start: number; end: number }) => Readable
}

/** Files that a gateway reads at once: each takes a descriptor and a buffer for as long as its reader wants. */
export const maxOpenFiles = 32

export const openSnapshots = (directory: string): Snapshots => {
  // Manifests never change.
  const manifests = new LRUCache<string, OpenDataManifest>({ max: 4 })
  let openFiles = 0
  return {
    names: async () => {
      const names = await readdir(directory).catch(emptyIfMissing)
      return names
        .filter((name) => snapshotName.safeParse(name).success)
        .sort()
        .reverse()
    },
    manifest: async (name) => {
      const known = manifests.get(name)
      if (known !== undefined) return known
      const text = await readFile(join(directory, name, manifestFile), 'utf8')
      const manifest = openDataManifest.parse(JSON.parse(text))
      manifests.set(name, manifest)
      return manifest
    },
    size: async (name, file) => {
      const found = await stat(join(directory, name, file)).catch(nullIfMissing)
      return found?.size ?? null
    },
    read: (name, file, range) => {
      if (openFiles >= maxOpenFiles) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      openFiles += 1
      return createReadStream(join(directory, name, file), range).once('close', () => {
        openFiles -= 1
      })
    },
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const emptyIfMissing = (error: unknown): string[] => {
  if (isMissing(error)) return []
  throw error
}

const nullIfMissing = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}
