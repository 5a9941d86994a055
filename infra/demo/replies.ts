import type { Status } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import { type HoursAgo, hoursBefore } from './hours-ago.ts'
import { insert } from './insert.ts'
import { sampleMember } from './notifications.ts'
import { addEntry, changeStatus } from './outcomes.ts'

const day = 24

const lego = 'LEGO and Shell co-branding'

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
  { targetName: lego, username: 'calm-alder', hoursAgo: 100 * day },
] as const

type DemoResponse = {
  targetName: string
  username: string
  hoursAgo: number
  content: string
  sources: string
  /** A sentence that was added later. */
  added?: { text: string; hoursAgo: number }
}

/** Summaries of documented statements, marked as such. */
const responses: readonly DemoResponse[] = [
  {
    targetName: 'Dungeons & Dragons Open Game License change',
    username: 'brisk-heron',
    hoursAgo: 6 * day,
    content:
      '*In this demo, this is a summary of the statement that D&D Beyond published on 27 January 2023.*\n\nThe Open Game License 1.0a stays in place as it is. The System Reference Document 5.1 is now also available under a Creative Commons license, which cannot be taken back.',
    sources: 'https://www.dndbeyond.com/posts/1439-ogl-1-0a-creative-commons',
    added: { text: ' Publishers choose the license that they prefer.', hoursAgo: 5 * day },
  },
  {
    targetName: lego,
    username: 'calm-alder',
    hoursAgo: 78 * day,
    content:
      '*In this demo, this is a summary of the statement that the LEGO Group published on 9 October 2014.*\n\nWe honour the contract with Shell, and will not renew it when it ends.',
    sources: 'https://www.bandt.com.au/lego-end-partnership-shell/',
  },
]

/** Adds businesses with proved websites, requests to respond and a response. */
export const seedReplies = async (db: Db, now: Date): Promise<void> => {
  const before = hoursBefore(now)
  await db.query('UPDATE catalog.businesses SET website_since = $1 WHERE website IS NOT NULL', [
    before(400 * day),
  ])
  for (const { targetName, hoursAgo } of requests) {
    await changeStatus(db, shortId(targetName), { status: 'active', at: before(hoursAgo) })
  }
  for (const one of representatives) await represent(db, one, before)
  for (const one of responses) await respond(db, one, before)
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
  { targetName, username, hoursAgo, content, sources, added }: DemoResponse,
  before: HoursAgo,
): Promise<void> => {
  const { id: businessId, website } = await businessOf(db, targetName)
  const [submission, id, at] = [shortId(targetName), uuidOf(content), before(hoursAgo)]
  const author = { author_id: uuidOf(username), domain: website, sources }
  const versions = added === undefined ? 1 : 2
  await insert(db, 'catalog.responses', [
    {
      ...{ id, submission_id: submission, business_id: businessId, ...author },
      content: `${content}${added?.text ?? ''}`,
      ...{ state: 'shown', flag_count: 0, version: versions, text_version: versions },
      ...{ decided_version: 0, created_at: at },
      edited_at: added === undefined ? null : before(added.hoursAgo),
    },
  ])
  if (added !== undefined) {
    await insert(db, 'catalog.response_versions', [
      { ...{ response_id: id, number: 1, ...author }, content, written_at: at },
    ])
  }
  const details = { responseId: id, businessName: targetName }
  await addEntry(db, submission, { kind: 'response', at, details, key: id })
  const { rows } = await db.query<{ status: Status }>(
    `UPDATE catalog.impact_records SET responded_at = $2 FROM catalog.submissions
     WHERE submission_id = $1 AND submissions.id = $1 RETURNING status`,
    [submission, at],
  )
  // An outcome stays.
  if (onlyRow(rows).status === 'active') {
    await changeStatus(db, submission, { status: 'responded', at })
  }
}
