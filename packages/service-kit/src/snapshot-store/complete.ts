import { manifestFile, signatureFile, snapshotName } from '@answerable/contracts/open-data'
import type { StoredSnapshot } from './snapshot-store.ts'

export const isSnapshotName = (name: string): boolean => snapshotName.safeParse(name).success

/** The signature is written last. */
export const isComplete = ({ sizes }: StoredSnapshot): boolean =>
  sizes.has(manifestFile) && sizes.has(signatureFile)

export const latestFirst = (snapshots: Iterable<StoredSnapshot>): StoredSnapshot[] =>
  [...snapshots].sort((one, other) => (one.name < other.name ? 1 : -1))
