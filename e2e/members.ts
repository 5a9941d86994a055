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

/** Signs in a new member by code without the dialog. Returns their mail address. */
export const signInNewMember = (request: APIRequestContext, mailbox: Mailbox): Promise<string> =>
  signInAs(newAddress(), request, mailbox)

/** The next mail to a mailbox is possible after a minute. */
const pauseMilliseconds = 61_000

class RepeatedCallFailed extends Error {}

export const signInAs = async (
  email: string,
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<string> => {
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data })
    const message = `${path} answered ${response.status()}`
    if (!response.ok() && wasRepeated(response)) throw new RepeatedCallFailed(message)
    expect(response.ok(), message).toBe(true)
    recordSetCookies(response.headersArray())
  }
  const signIn = async () => {
    await post('/api/auth/magic-link', { email })
    const { code } = await mailbox.mailTo(email)
    await post('/api/auth/verify-code', { email, code })
  }
  try {
    await signIn()
  } catch (error) {
    // An earlier attempt took effect, although its response was lost: a mail was sent, or the code was used.
    if (!(error instanceof RepeatedCallFailed)) throw error
    await delay(pauseMilliseconds)
    await signIn()
  }
  return email
}
