import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'

export const roles = ['visitor', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

export type Actor = {
  role: Role
  /** Null for visitors. */
  userId: string | null
  /** What the browser sends; empty for visitors. */
  cookie: string
}

export type Actors = {
  pick: (role: Role, index: number) => Actor
  /** Null when it is none of these that has the account. */
  find: (userId: string | null) => Actor | null
  /** Puts somebody new in the place of one who was signed out, suspended or deleted. */
  replace: (actor: Actor) => Promise<void>
  close: () => Promise<void>
}

const visitor: Actor = { role: 'visitor', userId: null, cookie: '' }

/** Accounts that have existed for a month, each with a session. */
export const openActors = async (
  ownerUrl: string,
  count: { member: number; admin: number },
): Promise<Actors> => {
  const log = createLog({ service: 'fuzz', level: 'silent' })
  const db = openPool({ url: ownerUrl, max: 2, name: 'fuzz', log })
  const people: Record<'member' | 'admin', Actor[]> = {
    member: await Promise.all(Array.from({ length: count.member }, () => addActor(db, 'member'))),
    admin: await Promise.all(Array.from({ length: count.admin }, () => addActor(db, 'admin'))),
  }
  return {
    pick: (role, index) => {
      if (role === 'visitor') return visitor
      const those = people[role]
      return those[index % those.length] ?? visitor
    },
    find: (userId) => people.member.find((actor) => actor.userId === userId) ?? null,
    replace: async (actor) => {
      const { role } = actor
      if (role === 'visitor') return
      const at = people[role].indexOf(actor)
      if (at !== -1) people[role][at] = await addActor(db, role)
    },
    close: () => db.end(),
  }
}

const addActor = async (db: Pool, role: 'member' | 'admin'): Promise<Actor> => {
  const userId = randomUUID()
  const session = randomBytes(32).toString('base64url')
  await db.query(
    `WITH person AS (
       INSERT INTO auth.users (id, email, username, is_admin, created_at)
       VALUES ($1::uuid, $1 || '@example.org', 'fuzz-' || $1, $2, now() - interval '30 days')
     )
     SELECT`,
    [userId, role === 'admin'],
  )
  await db.query('INSERT INTO auth.sessions (hash, user_id) VALUES ($1, $2)', [
    createHash('sha256').update(session).digest('base64url'),
    userId,
  ])
  return { role, userId, cookie: `sid=${session}` }
}
