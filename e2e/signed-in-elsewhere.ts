import { createHash } from 'node:crypto'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'

/** A member who is signed in in another browser; a second mail within a minute would be refused. */
export const memberElsewhere = 'elsewhere@journeys.example'

const sessionId = 'a-session-in-another-browser-of-the-member'

export const letMemberBeElsewhere = async (ownerUrl: string): Promise<void> => {
  const log = createLog({ service: 'e2e', level: 'warn' })
  const db = openPool({ url: ownerUrl, max: 1, name: 'e2e', log })
  await db.query(
    `WITH member AS (
       INSERT INTO auth.users (email, username, created_at)
       VALUES ($1, 'member-elsewhere', now() - interval '1 day') RETURNING id
     )
     INSERT INTO auth.sessions (hash, user_id, device, country)
     SELECT $2, id, 'Safari on iPhone', 'CH' FROM member`,
    [memberElsewhere, createHash('sha256').update(sessionId).digest('base64url')],
  )
  await db.end()
}

/** What the other browser holds. */
export const cookiesElsewhere = (url: string): { name: string; value: string; url: string }[] => [
  { name: 'sid', value: sessionId, url },
  { name: 'session-hint', value: '1', url },
]
