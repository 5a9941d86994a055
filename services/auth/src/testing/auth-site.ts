import { randomBytes } from 'node:crypto'
import {
  type CurrentUser,
  requestMagicLink,
  sessionHintCookie,
  verifyLink,
} from '@answerable/contracts/sign-in'
import type { Environment } from '@answerable/service-kit/config'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { startTestService, type TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { parseSetCookie } from 'cookie'
import { expect } from 'vitest'
import { auth } from '../service.ts'

export type AuthSite = TestService & {
  /** A pool of the schema's owner, who can change all times. */
  owner: Pool
}

export const newCodeKey = (): string => randomBytes(32).toString('base64url')

/** The real service with the built-in mailbox, on a database of its own. */
export const startAuth = async (environment: Environment = {}): Promise<AuthSite> => {
  const service = await startTestService(auth, { CODE_KEY: newCodeKey(), ...environment })
  const owner = openOwner(service.database.ownerUrl)
  const stop = async (): Promise<void> => {
    await owner.end()
    await service.stop()
  }
  return { ...service, owner, stop }
}

export const openOwner = (ownerUrl: string): Pool => {
  const url = new URL(ownerUrl)
  url.searchParams.set('options', '-c search_path=auth')
  const log = createLog({ service: 'test', level: 'silent' })
  return openPool({ url: patientUrl(url.href), max: 2, name: 'test', log })
}

let people = 0

/** A person with their own address and network. */
export const newPerson = (): { email: string; clientAddress: string } => {
  people += 1
  return {
    email: `person-${people}@example.org`,
    clientAddress: `10.0.${people >> 8}.${people & 0xff}`,
  }
}

export type Person = ReturnType<typeof newPerson>

/** The cookies that a response sets; deleted cookies are empty. */
export const cookiesSet = (response: { headers: Headers }): Record<string, string> =>
  Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const { name, value } = parseSetCookie(line)
      return [name, value ?? '']
    }),
  )

export const withCookies = (cookies: Record<string, string>): { cookie: string } => ({
  cookie: Object.entries(cookies)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
})

/** Waits for a mail to an address; returns the link token and code of the newest one. */
export const readMail = (
  site: AuthSite,
  email: string,
): Promise<{ token: string; code: string; text: string }> =>
  until(async () => {
    const { rows } = await site.owner.query<{ link: string; code: string; body: string }>(
      `SELECT link, code, body FROM dev_mails WHERE recipient = $1
           AND link IS NOT NULL AND code IS NOT NULL
           AND NOT EXISTS (SELECT FROM mail_outbox JOIN flows ON flows.id = flow_id WHERE email = $1)
         ORDER BY id DESC LIMIT 1`,
      [email],
    )
    const [mail] = rows
    if (mail === undefined) throw new Error('no mail yet')
    const token = new URL(mail.link).searchParams.get('token') ?? ''
    return { token, code: mail.code, text: mail.body }
  })

/** Requests a mail and reads it; `cookies` are those of the requesting browser. */
export const askForMail = async (site: AuthSite, person: Person) => {
  const { email, clientAddress } = person
  const response = await site.call(requestMagicLink, { body: { email } }, { clientAddress })
  expect(response.status).toBe(202)
  return { cookies: cookiesSet(response), ...(await readMail(site, email)) }
}

/** A person signed in by link: their account and their cookies. */
export const signInByLink = async (
  site: AuthSite,
  person: Person,
): Promise<{ user: CurrentUser; cookies: Record<string, string> }> => {
  const { token, cookies } = await askForMail(site, person)
  const response = await site.call(
    verifyLink,
    { body: { token } },
    { clientAddress: person.clientAddress, headers: withCookies(cookies) },
  )
  expect(response.status).toBe(200)
  expect(cookiesSet(response)[sessionHintCookie]).toBe('1')
  return { user: response.body.user, cookies: cookiesSet(response) }
}

/** Ages the budgets whose name starts with this. */
export const ageBudgets = async (
  site: AuthSite,
  { name, seconds }: { name: string; seconds: number },
): Promise<void> => {
  await site.owner.query(
    `UPDATE budgets SET hits = ARRAY(
       SELECT hit - $2 * interval '1 second' FROM unnest(hits) AS hit ORDER BY hit
     ) WHERE starts_with(key, $1)`,
    [name, seconds],
  )
}

/** A wrong code, different from the right one. */
export const wrongCodes = (right: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'),
  )

/** Ages the flows of an address until they expire. */
export const expireFlows = async (site: AuthSite, email: string): Promise<void> => {
  await site.owner.query('UPDATE flows SET expires_at = now() WHERE email = $1', [email])
}

export const sessionsOf = async (site: AuthSite, email: string): Promise<number | null> => {
  const { rowCount } = await site.owner.query(
    'SELECT FROM sessions JOIN users ON users.id = user_id WHERE email = $1',
    [email],
  )
  return rowCount
}

/** Makes a call that changes flows. Its caller leaves while it waits for the lock of another transaction. */
export const callAndLeave = async (
  { owner }: AuthSite,
  begin: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> => {
  const other = await owner.connect()
  const holdFlows = async (during: () => Promise<void>): Promise<void> => {
    await other.query('BEGIN')
    await other.query('LOCK TABLE flows IN EXCLUSIVE MODE')
    await during()
    await other.query('COMMIT')
  }
  const leaving = new AbortController()
  await holdFlows(async () => {
    const call = begin(leaving.signal)
    await until(async () => {
      const { rowCount } = await owner.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'flows'::regclass
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      expect(rowCount).toBe(1)
    })
    leaving.abort()
    await expect(call).rejects.toThrow('aborted')
  })
  // Waits for the transaction of the caller who left.
  await holdFlows(async () => {})
  other.release()
}
