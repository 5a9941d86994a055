import { randomBytes } from 'node:crypto'
import type {
  ClaimEndReason,
  ClaimMethod,
  ClaimState,
  LoggedClaim,
} from '@answerable/contracts/claims'
import type { ProofState } from '@answerable/contracts/domain-proofs'
import { representationChanged } from '@answerable/contracts/events'
import { type Db, isUniqueViolation, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'

export type ClaimRow = {
  id: string
  business_id: string
  user_id: string
  domain: string
  method: ClaimMethod
  token: string
  state: ClaimState
  end_reason: ClaimEndReason | null
  checked_at: Date | null
  check_state: ProofState | null
  missing_since: Date | null
  checking_since: Date | null
  proof_version: number
  proved_at: Date | null
  ended_at: Date | null
  is_watched: boolean
  version: number
  created_at: Date
  /** Of the latest decision, where it was read. */
  note?: string | null
}

/** Creates an open claim. Throws `already_representative` if the member has a claim that has not ended. */
export const insertClaim = async (
  db: Db,
  claim: Pick<ClaimRow, 'business_id' | 'user_id' | 'domain' | 'method'>,
): Promise<ClaimRow> => {
  try {
    const { rows } = await db.query<ClaimRow>(
      `INSERT INTO claims (business_id, user_id, domain, method, token)
       VALUES ($1, $2, $3, $4, $5) RETURNING *`,
      [
        claim.business_id,
        claim.user_id,
        claim.domain,
        claim.method,
        randomBytes(24).toString('base64url'),
      ],
    )
    return onlyRow(rows)
  } catch (error) {
    if (isUniqueViolation(error, 'one_current_claim')) throw new AppError('already_representative')
    throw error
  }
}

/** The claim of a member for a business that has not ended. */
export const findCurrent = async (
  db: Db,
  { userId, businessId }: { userId: string; businessId: string },
): Promise<ClaimRow | null> => {
  const { rows } = await db.query<ClaimRow>(
    `SELECT * FROM claims WHERE user_id = $1 AND business_id = $2 AND state <> 'ended' FOR UPDATE`,
    [userId, businessId],
  )
  return rows[0] ?? null
}

export const findClaim = async (db: Db, id: string): Promise<ClaimRow | null> => {
  const { rows } = await db.query<ClaimRow>('SELECT * FROM claims WHERE id = $1', [id])
  return rows[0] ?? null
}

/** Locks a claim until the transaction ends. Throws `claim_not_found`. */
export const lockClaim = async (db: Db, id: string): Promise<ClaimRow> => {
  const { rows } = await db.query<ClaimRow>('SELECT * FROM claims WHERE id = $1 FOR UPDATE', [id])
  const [row] = rows
  if (row === undefined) throw new AppError('claim_not_found')
  return row
}

export const loggedOf = ({ state, version }: ClaimRow): LoggedClaim => ({ state, version })

/**
 * Marks that a check of a claim has begun. Evidence may store a proof even if its response is lost, so that the daily
 * checks must be ended from now on.
 */
export const beginCheck = async (db: Db, id: string): Promise<ClaimRow> => {
  const { rows } = await db.query<ClaimRow>(
    `UPDATE claims SET checking_since = now(), is_watched = is_watched OR method <> 'mail'
     WHERE id = $1 RETURNING *`,
    [id],
  )
  return onlyRow(rows)
}

/** Lets the sweep end the daily checks of a proof that was found after its claim had ended. */
export const watchAgain = async (db: Db, id: string): Promise<void> => {
  await db.query('UPDATE claims SET is_watched = true WHERE id = $1', [id])
}

/** Stores the result of a check. */
export const storeCheck = async (db: Db, id: string, state: ProofState): Promise<void> => {
  await db.query(
    `UPDATE claims SET checked_at = now(), check_state = $2, checking_since = NULL,
       version = version + 1
     WHERE id = $1`,
    [id, state],
  )
}

/** A proved claim waits for an administrator, or is in force. If its proof is missing by now, its grace period goes on. */
export const storeProved = async (
  db: Db,
  { id, state }: { id: string; state: 'review' | 'verified' },
): Promise<ClaimRow> => {
  const { rows } = await db.query<ClaimRow>(
    `UPDATE claims SET state = $2, proved_at = coalesce(proved_at, now()), version = version + 1
     WHERE id = $1 RETURNING *`,
    [id, state],
  )
  const row = onlyRow(rows)
  await publish(db, row)
  return row
}

/** Ends a locked claim, and the representation if it was in force. */
export const endClaim = async (
  db: Db,
  { id }: Pick<ClaimRow, 'id'>,
  reason: ClaimEndReason,
): Promise<ClaimRow> => {
  const { rows } = await db.query<ClaimRow>(
    `UPDATE claims SET state = 'ended', end_reason = $2, ended_at = now(), checking_since = NULL,
       version = version + 1
     WHERE id = $1 RETURNING *`,
    [id, reason],
  )
  const row = onlyRow(rows)
  await publish(db, row)
  return row
}

/** Publishes whether the member of a claim speaks for the business, if that has changed. */
const publish = async (
  db: Db,
  { business_id, user_id, domain, state }: ClaimRow,
): Promise<void> => {
  const verified = state === 'verified'
  const { rows } = await db.query<{ version: number }>(
    `INSERT INTO representations AS known (business_id, user_id, domain, verified, version)
     SELECT $1, $2, $3, $4, 1 WHERE $4 OR EXISTS (
       SELECT FROM representations WHERE business_id = $1 AND user_id = $2
     )
     ON CONFLICT (business_id, user_id) DO UPDATE
       SET domain = excluded.domain, verified = excluded.verified, version = known.version + 1
       WHERE known.verified <> excluded.verified OR known.domain <> excluded.domain
     RETURNING version`,
    [business_id, user_id, domain, verified],
  )
  const [row] = rows
  if (row === undefined) return
  await appendEvent(db, representationChanged, {
    payload: { businessId: business_id, userId: user_id, domain, verified, version: row.version },
    requestId: null,
  })
}

export type ClaimPage = { page: number; limit: number }

export const readOwnClaims = async (
  db: Db,
  { userId, businessId }: { userId: string; businessId: string | null },
  { page, limit }: ClaimPage,
): Promise<{ rows: ClaimRow[]; total: number }> => {
  const of = [userId, businessId]
  const where = 'user_id = $1 AND ($2::text IS NULL OR business_id = $2)'
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM claims WHERE ${where}`,
    of,
  )
  const { rows } = await db.query<ClaimRow>(
    `SELECT claims.*, (
       SELECT note FROM decisions
       WHERE subject_kind = 'claim' AND subject_id = claims.id::text AND decisions.state = 'applied'
       ORDER BY decisions.created_at DESC LIMIT 1
     ) AS note
     FROM claims WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [...of, limit, (page - 1) * limit],
  )
  return { rows, total: onlyRow(counted).total }
}

export const findClaims = async (db: Db, ids: readonly string[]): Promise<ClaimRow[]> => {
  const { rows } = await db.query<ClaimRow>('SELECT * FROM claims WHERE id = ANY ($1)', [ids])
  return rows
}

/** Claims in review, the longest waiting first, or those in force, newest first. */
export const readClaimsIn = async (
  db: Db,
  state: 'review' | 'verified',
  { page, limit }: ClaimPage,
): Promise<{ rows: ClaimRow[]; total: number }> => {
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM claims WHERE state = '${state}'`,
  )
  const order = state === 'review' ? 'coalesce(proved_at, created_at), id' : 'proved_at DESC, id'
  const { rows } = await db.query<ClaimRow>(
    `SELECT * FROM claims WHERE state = '${state}' ORDER BY ${order} LIMIT $1 OFFSET $2`,
    [limit, (page - 1) * limit],
  )
  return { rows, total: onlyRow(counted).total }
}

type Applied = { claim_id: string; before: LoggedClaim; after: LoggedClaim }

/** The result of an applied decision; null if it was not applied. */
export const findAppliedToClaim = async (db: Db, decisionId: string): Promise<Applied | null> => {
  const { rows } = await db.query<Applied>(
    'SELECT claim_id, before, after FROM applied_claim_decisions WHERE decision_id = $1',
    [decisionId],
  )
  return rows[0] ?? null
}

export const insertAppliedToClaim = async (
  db: Db,
  decisionId: string,
  { claim_id, before, after }: Applied,
): Promise<void> => {
  await db.query(
    `INSERT INTO applied_claim_decisions (decision_id, claim_id, before, after)
     VALUES ($1, $2, $3, $4)`,
    [decisionId, claim_id, JSON.stringify(before), JSON.stringify(after)],
  )
}
