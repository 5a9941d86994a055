import { randomUUID } from 'node:crypto'
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
export const signInNewMember = async (
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<string> => {
  const email = newAddress()
  try {
    return await signInAs(email, request, mailbox)
  } catch (error) {
    // The first attempt took effect: a mail was sent, or the code was used.
    if (error instanceof RepeatedCallFailed) return signInNewMember(request, mailbox)
    throw error
  }
}

class RepeatedCallFailed extends Error {}

export const signInAs = async (
  email: string,
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<string> => {
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data })
    if (!response.ok() && wasRepeated(response)) throw new RepeatedCallFailed(path)
    expect(response.ok(), `${path} answered ${response.status()}`).toBe(true)
    recordSetCookies(response.headersArray())
  }
  await post('/api/auth/magic-link', { email })
  const { code } = await mailbox.mailTo(email)
  await post('/api/auth/verify-code', { email, code })
  return email
}
