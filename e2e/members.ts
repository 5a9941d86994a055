import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { noteSetCookies } from './cookies.ts'
import type { Mailbox } from './mailbox.ts'

export const newAddress = (): string => `member-${randomUUID().slice(0, 8)}@journeys.example`

/** Signs a new member in by code, without the dialog, and answers their mail address. */
export const signInNewMember = async (
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<string> => {
  const email = newAddress()
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
