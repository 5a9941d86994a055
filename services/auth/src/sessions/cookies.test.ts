import { describe, expect, test } from 'vitest'
import {
  deletedAccountCookies,
  deviceCookie,
  deviceCookieName,
  flowCookie,
  flowCookieName,
  sessionCookieName,
  signedInCookies,
  signedOutCookies,
} from './cookies.ts'

const site = { PUBLIC_ORIGIN: 'https://answerable.example.org' }

describe('on https', () => {
  test('session and flow cookies are host-only, secure, strict and unavailable to scripts', () => {
    const [session = '', hint = '', flow = ''] = signedInCookies(site, { id: 'x', isAdmin: false })
    const scope = 'Path=/; HttpOnly; Secure; SameSite=Strict'
    expect(session).toBe(`__Host-sid=x; Max-Age=2592000; ${scope}`)
    expect(flow).toBe(`__Host-flow=; Max-Age=0; ${scope}`)
    expect(flowCookie(site, 'y')).toBe(`__Host-flow=y; Max-Age=600; ${scope}`)
    expect(hint).toBe('session-hint=1; Max-Age=2592000; Path=/; Secure; SameSite=Strict')
    expect(sessionCookieName(site)).toBe('__Host-sid')
  })

  test('an administrator’s cookies last for 12 hours', () => {
    const [session, hint] = signedInCookies(site, { id: 'x', isAdmin: true })
    for (const cookie of [session, hint]) expect(cookie).toContain('Max-Age=43200;')
  })

  test('the device cookie lasts as long as browsers allow', () => {
    expect(deviceCookie(site, 'z')).toBe(
      '__Host-device=z; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
  })

  test('logging out deletes the session and hint cookies, but not the device cookie', () => {
    const signedOut = [
      '__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
      'session-hint=; Max-Age=0; Path=/; Secure; SameSite=Strict',
    ]
    expect(signedOutCookies(site)).toEqual(signedOut)
    expect(deletedAccountCookies(site)).toEqual([
      ...signedOut,
      '__Host-device=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
  })
})

test('on http, where browsers refuse __Host- cookies, the same cookies have plain names', () => {
  const site = { PUBLIC_ORIGIN: 'http://localhost:8080' }
  expect([sessionCookieName(site), flowCookieName(site), deviceCookieName(site)]).toEqual([
    'sid',
    'flow',
    'device',
  ])
  expect(flowCookie(site, 'y')).toBe('flow=y; Max-Age=600; Path=/; HttpOnly; SameSite=Strict')
})
