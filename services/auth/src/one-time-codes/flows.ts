import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { type Db, onlyRow } from '@answerable/service-kit/db'

const triesPerFlow = 5

/** The purpose of a flow's code. */
export type FlowPurpose = 'sign-in' | 'deletion' | 'claim'

/** The flow that a code is compared with. */
export type CodeTarget = { flowId: string; codeMac: string }

/** Returns the id of the new flow. */
export const createFlow = async (
  db: Db,
  flow: { email: string; cookieHash: string; purpose: FlowPurpose },
): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO flows (email, cookie_hash, purpose, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 second') RETURNING id`,
    [flow.email, flow.cookieHash, flow.purpose, signInLifetimeSeconds],
  )
  return onlyRow(rows).id
}

/** Sets the code of a flow, and its link if it is for sign-in. Replaces earlier ones; null if the flow has ended. */
export const armFlow = async (
  db: Db,
  flow: { id: string; linkHash: string; codeMac: string },
): Promise<{ email: string; purpose: FlowPurpose } | null> => {
  const { rows } = await db.query<{ email: string; purpose: FlowPurpose }>(
    `UPDATE flows SET link_hash = CASE purpose WHEN 'sign-in' THEN $2 END, code_mac = $3
     WHERE id = $1 AND redeemed_at IS NULL AND expires_at > now() RETURNING email, purpose`,
    [flow.id, flow.linkHash, flow.codeMac],
  )
  return rows[0] ?? null
}

const isOpen = 'redeemed_at IS NULL AND expires_at > now() AND code_mac IS NOT NULL'

/** Identifies the flow of a browser. */
export type FlowKey = { cookieHash: string; email: string; purpose: FlowPurpose }

/** Counts a try on the flow of this browser and address; null if there is no open flow with tries left. */
export const countTry = async (db: Db, flow: FlowKey): Promise<CodeTarget | null> => {
  const { rows } = await db.query<CodeTarget>(
    `UPDATE flows SET tries = tries + 1
     WHERE cookie_hash = $1 AND email = $2 AND purpose = $3 AND tries < $4 AND ${isOpen}
     RETURNING id AS "flowId", code_mac AS "codeMac"`,
    [flow.cookieHash, flow.email, flow.purpose, triesPerFlow],
  )
  return rows[0] ?? null
}

/** The address of an open flow; null if there is none. */
export const findFlowAddress = async (
  db: Db,
  { cookieHash, purpose }: Pick<FlowKey, 'cookieHash' | 'purpose'>,
): Promise<string | null> => {
  const { rows } = await db.query<{ email: string }>(
    `SELECT email FROM flows WHERE cookie_hash = $1 AND purpose = $2 AND ${isOpen}`,
    [cookieHash, purpose],
  )
  return rows[0]?.email ?? null
}

/** Whether the flow of this browser and address is open but has no tries left. */
export const isWornOut = async (db: Db, flow: FlowKey): Promise<boolean> => {
  const { rowCount } = await db.query(
    `SELECT FROM flows
     WHERE cookie_hash = $1 AND email = $2 AND purpose = $3 AND tries >= $4 AND ${isOpen}`,
    [flow.cookieHash, flow.email, flow.purpose, triesPerFlow],
  )
  return rowCount === 1
}

export const findNewestFlow = async (db: Db, email: string): Promise<CodeTarget | null> => {
  const { rows } = await db.query<CodeTarget>(
    `SELECT id AS "flowId", code_mac AS "codeMac" FROM flows
     WHERE email = $1 AND purpose = 'sign-in' AND ${isOpen} ORDER BY created_at DESC LIMIT 1`,
    [email],
  )
  return rows[0] ?? null
}

/** The address that an open link signs in, and the browser that requested it; null if the link is not open. */
export const findLink = async (
  db: Db,
  linkHash: string,
): Promise<{ email: string; cookieHash: string } | null> => {
  const { rows } = await db.query<{ email: string; cookieHash: string }>(
    `SELECT email, cookie_hash AS "cookieHash" FROM flows WHERE link_hash = $1 AND ${isOpen}`,
    [linkHash],
  )
  return rows[0] ?? null
}

/** Redeems the flow of this link and returns its address; null if it was not open. */
export const redeemLink = async (db: Db, linkHash: string): Promise<string | null> => {
  const { rows } = await db.query<{ email: string }>(
    `UPDATE flows SET redeemed_at = now() WHERE link_hash = $1 AND ${isOpen} RETURNING email`,
    [linkHash],
  )
  return rows[0]?.email ?? null
}

/** Redeems the flow of this code and returns its address; null if it was not open. */
export const redeemCode = async (db: Db, target: CodeTarget): Promise<string | null> => {
  const { rows } = await db.query<{ email: string }>(
    `UPDATE flows SET redeemed_at = now()
     WHERE id = $1 AND code_mac = $2 AND ${isOpen} RETURNING email`,
    [target.flowId, target.codeMac],
  )
  return rows[0]?.email ?? null
}

/** Deletes the flow of a browser, and its queued mail. */
export const forgetFlow = async (db: Db, cookieHash: string): Promise<void> => {
  await db.query('DELETE FROM flows WHERE cookie_hash = $1', [cookieHash])
}

/** Deletes all flows of an address. */
export const deleteFlowsOf = async (db: Db, email: string): Promise<void> => {
  await db.query('DELETE FROM flows WHERE email = $1', [email])
}

export const deleteDeadFlows = async (db: Db): Promise<void> => {
  await db.query(`DELETE FROM flows WHERE expires_at < now() - interval '1 hour'`)
}
