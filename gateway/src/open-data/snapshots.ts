import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import {
  manifestFile,
  type OpenDataManifest,
  openDataManifest,
} from '@answerable/contracts/open-data'
import { AppError } from '@answerable/service-kit/errors'
import type { Log } from '@answerable/service-kit/log'
import type {
  ByteRange,
  SnapshotStore,
  StoredSnapshot,
} from '@answerable/service-kit/snapshot-store/snapshot-store'
import { LRUCache } from 'lru-cache'

/** The snapshots in the store, which catalog writes. All throw `unavailable` while the store is away. */
export type Snapshots = {
  /** Latest first. */
  names: () => Promise<readonly string[]>
  manifest: (name: string) => Promise<OpenDataManifest>
  /** Null if there is no such file. */
  size: (name: string, file: string) => Promise<number | null>
  /** Throws `unavailable` if too many files are read already, and `snapshot_not_found`. */
  read: (name: string, file: string, range: ByteRange) => Promise<Readable>
}

/** Files that a gateway reads at once: each takes a connection and buffers for as long as its reader wants. */
export const maxOpenFiles = 32

/** For this long, a list of the snapshots is used again. */
const listMilliseconds = 2_000

export const openSnapshots = (store: SnapshotStore, log: Log): Snapshots => {
  // Manifests never change.
  const manifests = new LRUCache<string, OpenDataManifest>({ max: 4 })
  let openFiles = 0

  const orUnavailable = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result
    } catch (error) {
      log.error({ err: error }, 'the store of the open data cannot be read')
      throw unavailable()
    }
  }

  let listed: { until: number; snapshots: Promise<readonly StoredSnapshot[]> } | null = null
  const list = (): Promise<readonly StoredSnapshot[]> => {
    if (listed !== null && performance.now() < listed.until) return listed.snapshots
    // A list that takes longer is shared until it is there.
    const latest = { until: Number.POSITIVE_INFINITY, snapshots: orUnavailable(store.list()) }
    const expire = () => {
      latest.until = performance.now() + listMilliseconds
    }
    latest.snapshots.then(expire, expire)
    listed = latest
    return latest.snapshots
  }

  const open = async (name: string, file: string, range: ByteRange): Promise<Readable> => {
    const content = await orUnavailable(store.read(name, file, range))
    if (content === null) throw new AppError('snapshot_not_found')
    return content
  }

  const read: Snapshots['read'] = async (name, file, range) => {
    if (openFiles >= maxOpenFiles) throw unavailable()
    openFiles += 1
    const closed = () => {
      openFiles -= 1
    }
    const content = await open(name, file, range).catch((error) => {
      closed()
      throw error
    })
    return content.once('close', closed)
  }

  const size: Snapshots['size'] = async (name, file) => {
    const snapshot = (await list()).find((one) => one.name === name)
    return snapshot?.sizes.get(file) ?? null
  }

  return {
    names: async () => (await list()).map(({ name }) => name),
    manifest: async (name) => {
      const known = manifests.get(name)
      if (known !== undefined) return known
      const end = ((await size(name, manifestFile)) ?? 1) - 1
      // Does not wait for readers, so it is not counted with the files that they read.
      const content = await open(name, manifestFile, { start: 0, end })
      const manifest = openDataManifest.parse(await orUnavailable(json(content)))
      manifests.set(name, manifest)
      return manifest
    },
    size,
    read,
  }
}

const unavailable = (): AppError => new AppError('unavailable', { retryAfterSeconds: 5 })
