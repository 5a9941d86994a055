import { type Db, onlyRow } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import { type HoursAgo, hoursBefore } from './hours-ago.ts'
import { insert } from './insert.ts'
import { sampleMember } from './notifications.ts'

const day = 24

/** Active boycotts whose businesses were requested to respond. */
const requests = [
  { targetName: 'Dungeons & Dragons Open Game License change', hoursAgo: 8 * day },
  { targetName: 'Wells Fargo', hoursAgo: 18 * day },
  { targetName: 'Taco Bell', hoursAgo: 2 * day },
] as const

/** Members of the demo who speak for businesses there. */
const representatives = [
  {
    targetName: 'Dungeons & Dragons Open Game License change',
    username: 'brisk-heron',
    hoursAgo: 7 * day,
  },
  { targetName: 'Taco Bell', username: sampleMember.username, hoursAgo: 20 * day },
] as const

/** A summary of a documented statement, marked as such. */
const responses = [
  {
    targetName: 'Dungeons & Dragons Open Game License change',
    username: 'brisk-heron',
    hoursAgo: 6 * day,
    content:
      '*In this demo, this is a summary of the statement that D&D Beyond published on 27 January 2023.*\n\nThe Open Game License 1.0a stays in place as it is. The System Reference Document 5.1 is now also available under a Creative Commons license, which cannot be taken back. Publishers choose the license that they prefer.',
    sources: 'https://www.dndbeyond.com/posts/1439-ogl-1-0a-creative-commons',
  },
] as const

/** Adds businesses with proved websites, requests to respond and a response. */
export const seedReplies = async (db: Db, now: Date): Promise<void> => {
  const before = hoursBefore(now)
  await db.query('UPDATE catalog.businesses SET website_since = $1 WHERE website IS NOT NULL', [
    before(40 * day),
  ])
  for (const { targetName, hoursAgo } of requests) await request(db, targetName, before(hoursAgo))
  for (const one of representatives) await represent(db, one, before)
  for (const one of responses) await respond(db, one, before)
}

const request = async (db: Db, targetName: string, at: Date): Promise<void> => {
  const submission = shortId(targetName)
  await setStatus(db, submission, { status: 'active', previous: 'proposed', at })
  await insert(db, 'catalog.response_requests', [{ submission_id: submission, requested_at: at }])
  await insert(db, 'catalog.occurrences', [
    {
      id: uuidOf(`request ${targetName}`),
      submission_id: submission,
      kind: 'response-requested',
      at,
      details: {},
      key: 'first',
    },
  ])
}

const setStatus = async (
  db: Db,
  submission: string,
  { status, previous, at }: { status: string; previous: string; at: Date },
): Promise<void> => {
  await db.query(
    `UPDATE catalog.submissions SET status = $2, status_at = $3, version = version + 1 WHERE id = $1`,
    [submission, status, at],
  )
  await insert(db, 'catalog.occurrences', [
    {
      id: uuidOf(`${status} ${submission}`),
      submission_id: submission,
      kind: 'status',
      at,
      details: { status, previous },
      key: null,
    },
  ])
  await db.query(
    `INSERT INTO catalog.status_checks (submission_id, version, changed_at, due_at)
     SELECT id, version, $2, now() + interval '1 day' FROM catalog.submissions WHERE id = $1
     ON CONFLICT (submission_id) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at`,
    [submission, at],
  )
}

const businessOf = async (db: Db, targetName: string): Promise<{ id: string; website: string }> => {
  const { rows } = await db.query<{ id: string; website: string }>(
    `SELECT businesses.id, website FROM catalog.businesses
     JOIN catalog.submissions ON business_id = businesses.id WHERE submissions.id = $1`,
    [shortId(targetName)],
  )
  return onlyRow(rows)
}

const represent = async (
  db: Db,
  { targetName, username, hoursAgo }: (typeof representatives)[number],
  before: HoursAgo,
): Promise<void> => {
  const { id, website } = await businessOf(db, targetName)
  const person = { business_id: id, user_id: uuidOf(username), domain: website }
  const [at, isProved] = [before(hoursAgo), { verified: true, version: 1 }]
  await insert(db, 'moderation.claims', [
    {
      ...person,
      id: uuidOf(`claim ${targetName}`),
      method: 'mail',
      token: uuidOf(`token ${targetName}`),
      state: 'verified',
      is_watched: false,
      proof_version: 0,
      version: 1,
      checked_at: at,
      check_state: 'found',
      proved_at: at,
      created_at: at,
    },
  ])
  await insert(db, 'moderation.representations', [{ ...person, ...isProved }])
  await insert(db, 'catalog.representatives', [{ ...person, ...isProved }])
}

const respond = async (
  db: Db,
  { targetName, username, hoursAgo, content, sources }: (typeof responses)[number],
  before: HoursAgo,
): Promise<void> => {
  const { id: businessId, website } = await businessOf(db, targetName)
  const [submission, id, at] = [shortId(targetName), uuidOf(content), before(hoursAgo)]
  await insert(db, 'catalog.responses', [
    {
      id,
      submission_id: submission,
      business_id: businessId,
      domain: website,
      content,
      sources,
      author_id: uuidOf(username),
      state: 'shown',
      flag_count: 0,
      version: 1,
      text_version: 1,
      decided_version: 0,
      created_at: at,
    },
  ])
  await insert(db, 'catalog.occurrences', [
    {
      id: uuidOf(`response ${id}`),
      submission_id: submission,
      kind: 'response',
      at,
      details: { responseId: id, businessName: targetName },
      key: id,
    },
  ])
  await setStatus(db, submission, { status: 'responded', previous: 'active', at })
}
