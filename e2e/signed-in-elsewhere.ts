import { createHash } from 'node:crypto'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'

/** A member with a session in another browser, because a second mail within a minute would be refused. */
export const memberElsewhere = 'elsewhere@journeys.example'
/** A member whose mailbox has a second account, with a session in another browser. */
export const memberWithAlias = 'twice@journeys.example'
/** An administrator from the first sign-in by mail on, with a session in another browser. */
export const adminElsewhere = 'keeper@journeys.example'

const sessions = {
  elsewhere: 'a-session-in-another-browser-of-the-member',
  alias: 'a-session-of-the-second-account-of-the-member',
  admin: 'a-session-in-another-browser-of-the-administrator',
} as const

export const letMembersBeElsewhere = async (ownerUrl: string): Promise<void> => {
  const log = createLog({ service: 'e2e', level: 'warn' })
  const db = openPool({ url: patientUrl(ownerUrl), max: 1, name: 'e2e', log })
  const members = [
    [memberElsewhere, 'member-elsewhere', sessions.elsewhere],
    [adminElsewhere, 'admin-elsewhere', sessions.admin],
    [memberWithAlias.replace('@', '+other@'), 'member-twice', sessions.alias],
  ] as const
  for (const [email, username, session] of members) {
    await db.query(
      `WITH member AS (
         INSERT INTO auth.users (email, username, created_at)
         VALUES ($1, $2, now() - interval '1 day') RETURNING id
       )
       INSERT INTO auth.sessions (hash, user_id, device, country)
       SELECT $3, id, 'Safari on iPhone', 'CH' FROM member`,
      [email, username, createHash('sha256').update(session).digest('base64url')],
    )
  }
  await db.end()
}

/** Cookies of the other browser. */
export const cookiesElsewhere = (
  url: string,
  of: keyof typeof sessions,
): { name: string; value: string; url: string }[] => [
  { name: 'sid', value: sessions[of], url },
  { name: 'session-hint', value: '1', url },
]
