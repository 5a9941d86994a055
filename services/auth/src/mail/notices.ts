import type { Db } from '@answerable/service-kit/db'

/** The details of a sign-in that the notice mentions. */
export type Notice = { device: string; country: string | null }

/** Queues a mail to a user in the transaction that signs them in. */
export const queueNotice = async (db: Db, notice: Notice & { userId: string }): Promise<void> => {
  await db.query('INSERT INTO notices (user_id, device, country) VALUES ($1, $2, $3)', [
    notice.userId,
    notice.device,
    notice.country,
  ])
}

export type DueNotice = Notice & { email: string; at: Date }

/** Null when it comes too late to be of use. */
export const findNotice = async (db: Db, id: string): Promise<DueNotice | null> => {
  const { rows } = await db.query<DueNotice>(
    `SELECT email, device, country, notices.created_at AS at
     FROM notices JOIN users ON users.id = user_id
     WHERE notices.id = $1 AND notices.created_at > now() - interval '1 day'`,
    [id],
  )
  return rows[0] ?? null
}

/** Those that no sender was there for. */
export const deleteOldNotices = async (db: Db): Promise<void> => {
  await db.query("DELETE FROM notices WHERE created_at < now() - interval '2 days'")
}
