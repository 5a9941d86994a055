import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type APIRequestContext, expect } from '@playwright/test'
import { recordSetCookies } from './cookies.ts'
import type { Mailbox } from './mailbox.ts'
import { wasRepeated } from './repeat-refused.ts'

export const newAddress = (): string => `member-${randomUUID().slice(0, 8)}@journeys.example`

/**
 * Accounts that become administrators at sign-in. Each signs in once per run, because a second mail is
 * possible only after a minute.
 */
export const adminAddresses = ['ada', 'bea', 'cleo', 'dora', 'edda', 'fay', 'gwen', 'hana'].map(
  (name) => `${name}@journeys.example`,
)

/** The administrator whose session a worker's journeys share. */
export const adminOfWorker = (worker: number): string => `admin-${worker}@journeys.example`

/** The next mail to a mailbox is possible after a minute. */
const pauseMilliseconds = 61_000

class RepeatedCallFailed extends Error {}

/** Throws a RepeatedCallFailed if a repeated call fails: an earlier attempt may have taken effect. */
const signIn = async (
  email: string,
  request: APIRequestContext,
  { mailTo }: Pick<Mailbox, 'mailTo'>,
): Promise<string> => {
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data })
    const message = `${path} answered ${response.status()}`
    if (!response.ok() && wasRepeated(response)) throw new RepeatedCallFailed(message)
    expect(response.ok(), message).toBe(true)
    recordSetCookies(response.headersArray())
  }
  await post('/api/auth/magic-link', { email })
  const { code } = await mailTo(email)
  await post('/api/auth/verify-code', { email, code })
  return email
}

/** Signs in a new member by code without the dialog. Returns their mail address. */
export const signInNewMember = (request: APIRequestContext, mailbox: Mailbox): Promise<string> =>
  signIn(newAddress(), request, mailbox).catch((error) => {
    if (!(error instanceof RepeatedCallFailed)) throw error
    return signIn(newAddress(), request, mailbox)
  })

export const signInAs = async (
  email: string,
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<string> => {
  try {
    return await signIn(email, request, mailbox)
  } catch (error) {
    if (!(error instanceof RepeatedCallFailed)) throw error
    await delay(pauseMilliseconds)
    const known = await mailbox.codesTo(email)
    return signIn(email, request, { mailTo: (address) => mailbox.mailTo(address, known) })
  }
}
