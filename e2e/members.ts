import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { noteSetCookies } from './cookies.ts'
import type { Mailbox } from './mailbox.ts'

export const newAddress = (): string => `member-${randomUUID().slice(0, 8)}@journeys.example`

/** Administrators from when they sign in; each signs in once in a run, for the next mail takes a minute. */
export const adminAddresses = ['ada', 'bea', 'cleo', 'dora'].map(
  (name) => `${name}@journeys.example`,
)

/** The administrator whose session the journeys of a worker share. */
export const adminOfWorker = (worker: number): string => `admin-${worker}@journeys.example`

/** Signs a new member in by code, without the dialog, and answers their mail address. */
export const signInNewMember = (request: APIRequestContext, mailbox: Mailbox): Promise<string> =>
  signInAs(newAddress(), request, mailbox)

export const signInAs = async (
  email: string,
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<string> => {
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data })
    expect(response.ok(), `${path} answered ${response.status()}`).toBe(true)
    noteSetCookies(response.headersArray())
  }
  await post('/api/auth/magic-link', { email })
  const { code } = await mailbox.mailTo(email)
  await post('/api/auth/verify-code', { email, code })
  return email
}
