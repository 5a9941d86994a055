import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from '@answerable/service-kit/db'
import { ask } from './ask.ts'

export type Member = {
  readonly id: string
  /** The session cookie. */
  readonly cookie: string
  /** A separate address, because limits count by network. */
  readonly address: string
}

export type Population = {
  members: readonly Member[]
  admins: readonly Member[]
  submissionIds: readonly string[]
}

/**
 * Inserts members with sessions, and submissions to vote on, into an empty site; all are older than today.
 */
export const populate = async (
  db: Pool,
  { memberCount, submissionCount }: { memberCount: number; submissionCount: number },
): Promise<Population> => {
  const members = Array.from({ length: memberCount }, (_, index) => newMember(index))
  const admins = Array.from({ length: 5 }, (_, index) => newMember(memberCount + index))
  await insertUsers(db, [...members, ...admins], admins)
  return { members, admins, submissionIds: await insertSubmissions(db, members, submissionCount) }
}

/** Addresses from the block for benchmarks (RFC 2544). */
export const addressOf = (index: number): string =>
  `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

const newMember = (index: number): Member => ({
  id: randomUUID(),
  cookie: `sid=faults-${index}`,
  address: addressOf(index),
})

const insertUsers = async (
  db: Pool,
  people: readonly Member[],
  admins: readonly Member[],
): Promise<void> => {
  await ask(
    db,
    `INSERT INTO auth.users (id, email, username, is_admin, created_at)
     SELECT id, id || '@example.org', 'fault-' || left(id::text, 18), id = ANY ($2::uuid[]),
       now() - interval '60 days'
     FROM unnest($1::uuid[]) AS id`,
    [people.map(({ id }) => id), admins.map(({ id }) => id)],
  )
  await ask(
    db,
    'INSERT INTO auth.sessions (user_id, hash) SELECT * FROM unnest($1::uuid[], $2::text[])',
    [people.map(({ id }) => id), people.map(({ cookie }) => hashOf(cookie))],
  )
}

const hashOf = (cookie: string): string =>
  createHash('sha256').update(cookie.replace('sid=', '')).digest('base64url')

const insertSubmissions = async (
  db: Pool,
  members: readonly Member[],
  count: number,
): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, index) => `F${String(index).padStart(7, '0')}`)
  await ask(
    db,
    `INSERT INTO catalog.authors (id, username)
     SELECT id, username FROM auth.users WHERE id = ANY ($1::uuid[])`,
    [members.map(({ id }) => id)],
  )
  await ask(
    db,
    `INSERT INTO catalog.submissions (id, author_id, target_name, location, reasons, created_at)
     SELECT id, author, 'Target ' || id, 'Everywhere', 'Reasons enough.', now() - interval '1 day'
     FROM unnest($1::text[], $2::uuid[]) AS given (id, author)`,
    [ids, ids.map((_, index) => members[index % members.length]?.id)],
  )
  return ids
}
