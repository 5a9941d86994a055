import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { type Db, onlyRow } from '@answerable/service-kit/db'

const triesPerFlow = 5

/** What the code of a flow is good for. */
export type FlowPurpose = 'sign-in' | 'deletion'

/** What a code is compared with. */
export type CodeTarget = { flowId: string; codeMac: string }

/** Answers the new flow's id. */
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

/** Gives a flow its code, and to sign in its link, in place of any before; null when it is over. */
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

/** By what the browser that asked finds its flow. */
export type FlowKey = { cookieHash: string; email: string; purpose: FlowPurpose }

/** Counts a try on the flow of this browser and address; null when there is no such open flow left. */
export const countTry = async (db: Db, flow: FlowKey): Promise<CodeTarget | null> => {
  const { rows } = await db.query<CodeTarget>(
    `UPDATE flows SET tries = tries + 1
     WHERE cookie_hash = $1 AND email = $2 AND purpose = $3 AND tries < $4 AND ${isOpen}
     RETURNING id AS "flowId", code_mac AS "codeMac"`,
    [flow.cookieHash, flow.email, flow.purpose, triesPerFlow],
  )
  return rows[0] ?? null
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

/** The address that a link signs in, if it is open, and the browser that asked for it. */
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

/** Ends the flow of this link; answers the address, or null unless it was open until now. */
export const redeemLink = async (db: Db, linkHash: string): Promise<string | null> => {
  const { rows } = await db.query<{ email: string }>(
    `UPDATE flows SET redeemed_at = now() WHERE link_hash = $1 AND ${isOpen} RETURNING email`,
    [linkHash],
  )
  return rows[0]?.email ?? null
}

/** Ends the flow of this code; answers the address, or null unless it was open until now. */
export const redeemCode = async (db: Db, target: CodeTarget): Promise<string | null> => {
  const { rows } = await db.query<{ email: string }>(
    `UPDATE flows SET redeemed_at = now()
     WHERE id = $1 AND code_mac = $2 AND ${isOpen} RETURNING email`,
    [target.flowId, target.codeMac],
  )
  return rows[0]?.email ?? null
}

/** Takes a request back, and its mail with it. */
export const forgetFlow = async (db: Db, cookieHash: string): Promise<void> => {
  await db.query('DELETE FROM flows WHERE cookie_hash = $1', [cookieHash])
}

/** Forgets every request of an address. */
export const deleteFlowsOf = async (db: Db, email: string): Promise<void> => {
  await db.query('DELETE FROM flows WHERE email = $1', [email])
}

export const deleteDeadFlows = async (db: Db): Promise<void> => {
  await db.query(`DELETE FROM flows WHERE expires_at < now() - interval '1 hour'`)
}
