import type { Db } from '@answerable/service-kit/db'
import type { BallotKind } from '../votes/ballot-kinds.ts'
import {
  clearStates,
  joinNewbornVoters,
  type Merge,
  recordStates,
  recountUnusual,
  sumStates,
  writeStates,
} from './store.ts'

/** The changes of the sums of both submissions. */
type Changes = { from: number; into: number }

type Moving = { mergeId: string; fromId: string; intoId: string; recorded: Merge }

/** Moves the votes or joins of a submission to the older one; each person's newest counts. */
export const moveBallots = async (
  db: Db,
  kind: BallotKind,
  { mergeId: id, fromId, intoId, recorded }: Moving,
): Promise<Changes> => {
  await recordStates(db, kind, id, { merged: { fromId, intoId } })
  await clearStates(db, kind, { id, submissionId: fromId })
  await clearStates(db, kind, { id, submissionId: intoId })
  await writeStates(db, kind, { id, submissionId: intoId, column: 'left_state' })
  const sums = await sumStates(db, kind, id)
  await joinNewbornVoters(db, kind, { fromId, intoId })
  const [burst, since] = [recorded[kind.burst], recorded[kind.burstSince]]
  await recountUnusual(db, kind, fromId, { change: -burst, since: null })
  await recountUnusual(db, kind, intoId, { change: burst, since })
  return { from: -sums.from_state, into: sums.left_state - sums.into_state }
}

type Returning = { decisionId: string; fromId: string; intoId: string; undone: Merge }

/** Restores the votes or joins of both submissions as far as they have not changed since the merge. */
export const returnBallots = async (
  db: Db,
  kind: BallotKind,
  { decisionId: id, fromId, intoId, undone }: Returning,
): Promise<Changes> => {
  await recordStates(db, kind, id, { unmerged: undone.id })
  await clearStates(db, kind, { id, submissionId: intoId })
  await writeStates(db, kind, { id, submissionId: intoId, column: 'into_state' })
  await writeStates(db, kind, { id, submissionId: fromId, column: 'from_state' })
  const sums = await sumStates(db, kind, id)
  const [burst, since] = [undone[kind.burst], undone[kind.burstSince]]
  await recountUnusual(db, kind, intoId, { change: -burst, since: null })
  await recountUnusual(db, kind, fromId, { change: burst, since })
  return { from: sums.from_state, into: sums.into_state - sums.left_state }
}
