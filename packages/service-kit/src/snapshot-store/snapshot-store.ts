import type { Readable } from 'node:stream'

/** Stores the snapshots of the open data. Catalog writes them and the gateway reads them. */
export type SnapshotStore = {
  /** The complete snapshots, latest first. */
  list: () => Promise<readonly StoredSnapshot[]>
  /** A part of a file. Null if there is no such file. */
  read: (name: string, file: string, range: ByteRange) => Promise<Readable | null>
  /**
   * Begins a snapshot, which is not listed until it is published. After `stopping`, nothing more is written, and
   * `deleteUnfinished` deletes the rest later.
   */
  begin: (name: string, stopping: AbortSignal) => Promise<NewSnapshot>
  delete: (name: string) => Promise<void>
  /** Deletes unfinished snapshots of stopped processes. Call it only while no snapshot is being written. */
  deleteUnfinished: () => Promise<void>
}

export type StoredSnapshot = {
  name: string
  /** Bytes of each file. */
  sizes: ReadonlyMap<string, number>
}

/** Both ends are included. */
export type ByteRange = { start: number; end: number }

export type NewSnapshot = {
  /** Writes a file. Takes `content` as fast as it can be stored. */
  write: (file: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** Adds the manifest and its signature, which makes the snapshot complete. */
  publish: (manifest: Buffer, signature: Buffer) => Promise<void>
  /** Deletes what was written. */
  abandon: () => Promise<void>
}

/** The store did not do as asked. The message has no credentials. */
export class SnapshotStoreError extends Error {
  override readonly name = 'SnapshotStoreError'
}
