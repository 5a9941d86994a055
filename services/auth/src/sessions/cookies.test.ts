import { describe, expect, test } from 'vitest'
import { flowCookie, sessionCookieName, signedInCookies, signedOutCookies } from './cookies.ts'

const site = { PUBLIC_ORIGIN: 'https://answerable.example.org' }

describe('on https', () => {
  test('session and flow are tied to the host, secure, strict and out of reach of scripts', () => {
    const [session = '', hint = '', flow = ''] = signedInCookies(site, { id: 'x', isAdmin: false })
    const scope = 'Path=/; HttpOnly; Secure; SameSite=Strict'
    expect(session).toBe(`__Host-sid=x; Max-Age=2592000; ${scope}`)
    expect(flow).toBe(`__Host-flow=; Max-Age=0; ${scope}`)
    expect(flowCookie(site, 'y')).toBe(`__Host-flow=y; Max-Age=600; ${scope}`)
    expect(hint).toBe('session-hint=1; Max-Age=2592000; Path=/; Secure; SameSite=Strict')
    expect(sessionCookieName(site)).toBe('__Host-sid')
  })

  test('an administrator keeps the cookies for 12 hours', () => {
    const [session, hint] = signedInCookies(site, { id: 'x', isAdmin: true })
    for (const cookie of [session, hint]) expect(cookie).toContain('Max-Age=43200;')
  })

  test('logging out deletes session and hint', () => {
    for (const cookie of signedOutCookies(site)) expect(cookie).toMatch(/^[\w-]+=; Max-Age=0;/)
  })
})
