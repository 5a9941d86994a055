import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'

export const roles = ['visitor', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

export type Actor = {
  role: Role
  /** Null for visitors. */
  userId: string | null
  /** The session cookie; empty for visitors. */
  cookie: string
}

export type Actors = {
  pick: (role: Role, index: number) => Actor
  /** Null if none of these actors has the account. */
  find: (userId: string | null) => Actor | null
  /** Replaces an actor who was signed out, suspended or deleted. */
  replace: (actor: Actor) => Promise<void>
  close: () => Promise<void>
}

const visitor: Actor = { role: 'visitor', userId: null, cookie: '' }

/** Accounts that are a month old, each with a session. */
export const openActors = async (
  ownerUrl: string,
  count: { member: number; admin: number },
): Promise<Actors> => {
  const log = createLog({ service: 'fuzz', level: 'silent' })
  const db = openPool({ url: patientUrl(ownerUrl), max: 2, name: 'fuzz', log })
  const people: Record<'member' | 'admin', Actor[]> = {
    member: await addActors(db, 'member', count.member),
    admin: await addActors(db, 'admin', count.admin),
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
      if (at !== -1) people[role].splice(at, 1, ...(await addActors(db, role, 1)))
    },
    close: () => db.end(),
  }
}

const addActors = async (db: Pool, role: 'member' | 'admin', count: number): Promise<Actor[]> => {
  const people = Array.from({ length: count }, () => ({
    userId: randomUUID(),
    session: randomBytes(32).toString('base64url'),
  }))
  const userIds = people.map(({ userId }) => userId)
  await db.query(
    `INSERT INTO auth.users (id, email, username, is_admin, created_at)
     SELECT id::uuid, id || '@example.org', 'fuzz-' || id, $2, now() - interval '30 days'
     FROM unnest($1::text[]) AS id`,
    [userIds, role === 'admin'],
  )
  await db.query(
    'INSERT INTO auth.sessions (hash, user_id) SELECT * FROM unnest($1::text[], $2::uuid[])',
    [people.map(({ session }) => sha256(session)), userIds],
  )
  return people.map(({ userId, session }) => ({ role, userId, cookie: `sid=${session}` }))
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
