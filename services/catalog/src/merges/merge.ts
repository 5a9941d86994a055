import { submissionStateOf } from '@answerable/contracts/decisions'
import { detectEmbed } from '@answerable/contracts/embed'
import type { applyMerge, applyUnmerge, MergeEffect } from '@answerable/contracts/merges'
import type { RouteRequest } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { findAppliedDecision, insertAppliedDecision } from '../decisions/store.ts'
import type { SubmissionRow } from '../submissions/rows.ts'
import { appendChange } from '../submissions/store.ts'
import { followUpdates } from '../updates/follow-updates.ts'
import { recordOccurrence, removeOccurrence } from '../updates/occurrences.ts'
import { joinKind, voteKind } from '../votes/ballot-kinds.ts'
import { moveBallots, returnBallots } from './ballots.ts'
import { moveComments, moveFlags, returnComments, returnFlags } from './moved.ts'
import { mustBeOlder, refuseChanged } from './rules.ts'
import { joinSources } from './sources.ts'
import { readState } from './states.ts'
import {
  deleteRecords,
  findMerge,
  hasLaterMerge,
  insertMerge,
  lockSubmissions,
  type Merge,
  markUndone,
  updateMerged,
} from './store.ts'

type Request = { requestId: string }

/** Merges a submission into an older one, in the caller's transaction. */
export const merge = async (
  db: Db,
  decision: RouteRequest<typeof applyMerge>['body'],
  { requestId }: Request,
): Promise<MergeEffect> => {
  const { decisionId, submissionId: fromId, into: intoId } = decision
  const { from, into } = await lockSides(db, fromId, intoId)
  const earlier = await findEarlier(db, decisionId, fromId)
  if (earlier !== null) return earlier
  refuseChanged(from, decision.expectedVersion)
  refuseChanged(into, decision.expectedIntoVersion)
  if (!from.approved || !into.approved) throw new AppError('decision_conflict')
  mustBeOlder(into, from)
  const before = await readStates(db, fromId, intoId)

  const sources = joinSources(into.sources, from.sources)
  await insertMerge(db, {
    ...{ id: decisionId, from_id: fromId, into_id: intoId },
    ...{ into_sources: into.sources, joined_sources: sources },
  })
  const sides = { mergeId: decisionId, fromId, intoId }
  const comments = await moveComments(db, sides)
  const flags = await moveFlags(db, sides)
  const recorded = await existingMerge(db, fromId)
  const votes = await moveBallots(db, voteKind, { ...sides, recorded })
  const joins = await moveBallots(db, joinKind, { ...sides, recorded })
  await updateMerged(db, fromId, {
    ...from,
    approved: false,
    merged_into: intoId,
    score: from.score + votes.from,
    participant_count: from.participant_count + joins.from,
    comments: -comments,
    flags: flags.from,
  })
  await updateMerged(db, intoId, {
    ...into,
    ...withSources(into, sources),
    score: into.score + votes.into,
    participant_count: into.participant_count + joins.into,
    comments,
    flags: flags.into,
  })
  await recordOccurrence(db, {
    ...{ submissionId: intoId, kind: 'merge', key: fromId },
    details: { mergedId: fromId, targetName: from.target_name },
  })
  await followUpdates(db, into, { requestId })
  return finish(db, { decisionId, fromId, intoId, requestId, before })
}

/** Undoes the merge of a submission, in the caller's transaction. */
export const unmerge = async (
  db: Db,
  decision: RouteRequest<typeof applyUnmerge>['body'],
  { requestId }: Request,
): Promise<MergeEffect> => {
  const { decisionId, submissionId: fromId } = decision
  const known = await findEarlier(db, decisionId, fromId)
  if (known !== null) return known
  const intoId = (await findMerge(db, fromId))?.into_id
  if (intoId === undefined) throw new AppError('decision_conflict')
  const { from, into } = await lockSides(db, fromId, intoId)
  const earlier = await findEarlier(db, decisionId, fromId)
  if (earlier !== null) return earlier
  const undone = await findMerge(db, fromId)
  if (undone === null || from.merged_into !== intoId) throw new AppError('decision_conflict')
  refuseChanged(from, decision.expectedVersion)
  if (undone.is_final) throw new AppError('merge_final')
  if (await hasLaterMerge(db, 'merges', undone)) throw new AppError('later_merge')
  const before = await readStates(db, fromId, intoId)

  const sides = { mergeId: undone.id, fromId, intoId }
  const comments = await returnComments(db, sides)
  const flags = await returnFlags(db, sides)
  const votes = await returnBallots(db, voteKind, { decisionId, fromId, intoId, undone })
  const joins = await returnBallots(db, joinKind, { decisionId, fromId, intoId, undone })
  await updateMerged(db, fromId, {
    ...from,
    approved: true,
    merged_into: null,
    score: from.score + votes.from,
    participant_count: from.participant_count + joins.from,
    comments,
    flags: flags.from,
  })
  await updateMerged(db, intoId, {
    ...into,
    ...sourcesAfterUndoing(into, undone),
    score: into.score + votes.into,
    participant_count: into.participant_count + joins.into,
    comments: -comments,
    flags: flags.into,
  })
  await removeOccurrence(db, { submissionId: intoId, kind: 'merge', key: fromId })
  await markUndone(db, undone.id)
  for (const side of [from, into]) await followUpdates(db, side, { requestId })
  await deleteRecords(db, [undone.id, decisionId])
  return finish(db, { decisionId, fromId, intoId, requestId, before })
}

const lockSides = async (
  db: Db,
  fromId: string,
  intoId: string,
): Promise<{ from: SubmissionRow; into: SubmissionRow }> => {
  const rows = await lockSubmissions(db, [fromId, intoId])
  const [from, into] = [rows.get(fromId), rows.get(intoId)]
  if (from === undefined || into === undefined) throw new AppError('submission_not_found')
  return { from, into }
}

const findEarlier = async (
  db: Db,
  decisionId: string,
  fromId: string,
): Promise<MergeEffect | null> => {
  const earlier = await findAppliedDecision(db, decisionId)
  if (earlier === null) return null
  const { before, after, other } = earlier
  if (after.id !== fromId || other === null) throw new AppError('decision_conflict')
  return { before, after, other }
}

const existingMerge = async (db: Db, fromId: string): Promise<Merge> => {
  const found = await findMerge(db, fromId)
  if (found === null) throw new Error('a merge was not stored')
  return found
}

type Sources = Pick<SubmissionRow, 'sources' | 'embed_type' | 'embed_url'>

/** Media are detected only if there are none yet, so that a merge does not replace them. */
const withSources = (row: SubmissionRow, sources: string | null): Sources => {
  const embed = row.embed_type === null && sources !== null ? detectEmbed(sources) : null
  return {
    sources,
    embed_type: embed?.embedType ?? row.embed_type,
    embed_url: embed?.embedUrl ?? row.embed_url,
  }
}

/** Sources that have changed since the merge stay. */
const sourcesAfterUndoing = (row: SubmissionRow, undone: Merge): Sources => {
  if (row.sources !== undone.joined_sources || row.sources === undone.into_sources) return row
  const embed = undone.into_sources === null ? null : detectEmbed(undone.into_sources)
  return {
    sources: undone.into_sources,
    embed_type: embed?.embedType ?? null,
    embed_url: embed?.embedUrl ?? null,
  }
}

type Before = Pick<MergeEffect, 'before'> & { other: MergeEffect['other']['before'] }

const readStates = async (db: Db, fromId: string, intoId: string): Promise<Before> => ({
  before: await readState(db, fromId),
  other: submissionStateOf(await readState(db, intoId)),
})

/** Publishes the changes and stores the effect for repeated calls. */
const finish = async (
  db: Db,
  done: { decisionId: string; fromId: string; intoId: string; requestId: string; before: Before },
): Promise<MergeEffect> => {
  const { decisionId, fromId, intoId, requestId, before } = done
  for (const id of [fromId, intoId]) await appendChange(db, id, { cause: 'decision', requestId })
  const effect = {
    before: before.before,
    after: await readState(db, fromId),
    other: {
      id: intoId,
      before: before.other,
      after: submissionStateOf(await readState(db, intoId)),
    },
  }
  await insertAppliedDecision(db, decisionId, {
    ...effect,
    voteCount: null,
    participationCount: null,
  })
  return effect
}
