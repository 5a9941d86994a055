import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { type Db, onlyRow } from '@answerable/service-kit/db'

const triesPerFlow = 5

/** What a code is compared with. */
export type CodeTarget = { flowId: string; codeMac: string }

/** Answers the new flow's id. */
export const createFlow = async (
  db: Db,
  flow: { email: string; cookieHash: string },
): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO flows (email, cookie_hash, expires_at)
     VALUES ($1, $2, now() + $3 * interval '1 second') RETURNING id`,
    [flow.email, flow.cookieHash, signInLifetimeSeconds],
  )
  return onlyRow(rows).id
}

/** Gives a flow its link and code in place of any before; null when it is over. */
export const armFlow = async (
  db: Db,
  flow: { id: string; linkHash: string; codeMac: string },
): Promise<{ email: string } | null> => {
  const { rows } = await db.query<{ email: string }>(
    `UPDATE flows SET link_hash = $2, code_mac = $3
     WHERE id = $1 AND redeemed_at IS NULL AND expires_at > now() RETURNING email`,
    [flow.id, flow.linkHash, flow.codeMac],
  )
  return rows[0] ?? null
}

const isOpen = 'redeemed_at IS NULL AND expires_at > now() AND code_mac IS NOT NULL'

/** Counts a try on the flow of this browser and address; null when there is no such open flow left. */
export const countTry = async (
  db: Db,
  flow: { cookieHash: string; email: string },
): Promise<CodeTarget | null> => {
  const { rows } = await db.query<CodeTarget>(
    `UPDATE flows SET tries = tries + 1
     WHERE cookie_hash = $1 AND email = $2 AND tries < $3 AND ${isOpen}
     RETURNING id AS "flowId", code_mac AS "codeMac"`,
    [flow.cookieHash, flow.email, triesPerFlow],
  )
  return rows[0] ?? null
}

/** Whether the flow of this browser and address is open but has no tries left. */
export const isWornOut = async (
  db: Db,
  flow: { cookieHash: string; email: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `SELECT FROM flows WHERE cookie_hash = $1 AND email = $2 AND tries >= $3 AND ${isOpen}`,
    [flow.cookieHash, flow.email, triesPerFlow],
  )
  return rowCount === 1
}

export const findNewestFlow = async (db: Db, email: string): Promise<CodeTarget | null> => {
  const { rows } = await db.query<CodeTarget>(
    `SELECT id AS "flowId", code_mac AS "codeMac" FROM flows
     WHERE email = $1 AND ${isOpen} ORDER BY created_at DESC LIMIT 1`,
    [email],
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

export const deleteDeadFlows = async (db: Db): Promise<void> => {
  await db.query(`DELETE FROM flows WHERE expires_at < now() - interval '1 hour'`)
}
