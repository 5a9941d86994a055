import { castVote } from '@answerable/contracts/votes'
import type { Passport } from '@answerable/service-kit/calls/passport'
import { describe, expect, test } from 'vitest'
import type { Call } from './api.ts'
import type { Attempt } from './attempts.ts'
import { checkResponse } from './check-response.ts'
import { checkForwarded, checkServiceCall } from './check-service-calls.ts'
import type { ServiceCall } from './service-calls.ts'
import type { RawResponse } from './wire.ts'

const target = '/api/boycotts/a1B2c3D4/vote'
const requestId = '00000000-0000-4000-8000-000000000000'
const memberId = '00000000-0000-4000-8000-000000000001'

const attempt: Attempt = {
  kind: 'valid',
  note: 'castVote',
  role: 'member',
  actor: 0,
  isByAuthor: false,
  method: 'POST',
  target,
  headers: [],
  cookie: null,
  body: Buffer.from('{"value":1}'),
  framing: 'whole',
  mayHaveNoResponse: false,
}

const call: Call = {
  operationId: 'castVote',
  method: 'POST',
  template: castVote.path,
  parameters: [],
  body: {},
  codes: new Map([
    [401, ['signed_out']],
    [503, ['unavailable']],
  ]),
  headers: ['x-request-id'],
  route: castVote,
}

const headers = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=()',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
}

const refused = (status: number, code: string, more: Record<string, string> = {}): RawResponse => ({
  status,
  headers: new Map(Object.entries({ ...headers, ...more })),
  body: Buffer.from(JSON.stringify({ error: { code, message: 'No.', requestId } })),
  milliseconds: 5,
  isTimedOut: false,
})

const signedOut = refused(401, 'signed_out')
const check = (response: RawResponse, given = attempt) =>
  checkResponse(given, { target, call, response })

describe('the check of a response', () => {
  test('accepts a complete refusal that the contract declares', () => {
    expect(check(signedOut)).toEqual([])
  })

  test('reports a late or missing response and a failure of the site', () => {
    expect(check({ ...signedOut, milliseconds: 2_001 })).toEqual(['took 2001 ms'])
    expect(check({ ...signedOut, status: 0 })).toEqual(['no response'])
    expect(check(refused(503, 'unavailable', { 'retry-after': '1' }))).toEqual(['status 503'])
    expect(check(refused(503, 'unavailable'))).toContain('no Retry-After')
  })

  test('reports a header that is missing or reveals too much', () => {
    for (const name of Object.keys(headers)) {
      const without = new Map(signedOut.headers)
      without.delete(name)
      expect(check({ ...signedOut, headers: without }), name).not.toEqual([])
    }
    expect(check(refused(401, 'signed_out', { 'x-powered-by': 'x' }))).toEqual([
      'header x-powered-by',
    ])
    expect(check(refused(401, 'signed_out', { 'set-cookie': 'a=b' }))).toEqual(['a cookie'])
  })

  test('reports an undeclared error, one with another status, and one in another form', () => {
    expect(check(refused(409, 'already_flagged'))).toEqual(['undeclared error already_flagged'])
    expect(check(refused(401, 'forbidden'))).toContain('forbidden with 401')
    expect(check(refused(401, 'nonsense'))).toEqual([expect.stringMatching(/^no error body/)])
    expect(check({ ...signedOut, body: Buffer.from('<h1>') })).toHaveLength(1)
  })

  test('reports a success that violates its schema or has another status', () => {
    const success = { ...signedOut, status: 200, body: Buffer.from('{"id":1}') }
    expect(check(success)).toEqual([expect.stringMatching(/^does not match its schema/)])
    expect(check({ ...success, status: 201 })).toEqual(['status 201 instead of 200'])
  })

  test('reports an invalid-request refusal of a request that the description allows', () => {
    const refusal = refused(400, 'invalid_request')
    expect(check(refusal)).toContain('a valid request: invalid_request')
    expect(check(refusal, { ...attempt, kind: 'broken' })).not.toContain(
      'a valid request: invalid_request',
    )
  })
})

const passport: Passport = {
  issuer: 'gateway',
  audience: 'catalog',
  method: 'POST',
  path: target,
  expiresAt: 0,
  viewer: { id: memberId, username: 'a', role: 'member' },
  client: { address: '10.0.0.1' },
}
const forwarded: ServiceCall = { method: 'POST', url: target, headers: {}, passport }
const sent = {
  method: 'POST',
  target,
  isOwnCookie: true,
  sender: {
    actor: { role: 'member', userId: memberId, cookie: 'sid=a' },
    address: '10.0.0.1',
  },
} as const

describe('the check of a request to a service', () => {
  test('accepts the request as sent, on behalf of its sender', () => {
    expect(checkServiceCall(forwarded)).toEqual([])
    expect(checkForwarded(forwarded, sent)).toEqual([])
  })

  test('accepts HEAD, and absolute addresses', () => {
    const read = { ...forwarded, method: 'GET' }
    expect(checkForwarded(read, { ...sent, method: 'HEAD' })).toEqual([])
    const absolute = { ...sent, target: `http://127.0.0.1${target}` }
    expect(checkForwarded(forwarded, absolute)).toEqual([])
    expect(checkForwarded({ ...forwarded, url: absolute.target }, absolute)).toHaveLength(1)
    expect(checkServiceCall({ ...forwarded, url: absolute.target })).toHaveLength(1)
  })

  test('accepts the default parameters of an anonymous read', () => {
    const read = { ...forwarded, method: 'GET', passport: { ...passport, viewer: null } }
    const requested = { ...sent, method: 'GET', target: '/api/boycotts?page=2' }
    const forwardedAs = (query: string) =>
      checkForwarded({ ...read, url: `/api/boycotts?${query}` }, requested)
    expect(forwardedAs('page=2&limit=30&sort=hot')).toEqual([])
    for (const query of ['page=1&limit=30&sort=hot', 'page=2&limit=50&sort=hot', 'page=2&x=1']) {
      expect(forwardedAs(query)).toHaveLength(1)
    }
  })

  test('reports requests outside the table, at the wrong service, or with external headers', () => {
    for (const url of ['/api/boycotts/../admin/stats', '/api//boycotts', '/API/boycotts', '/']) {
      expect(checkServiceCall({ ...forwarded, url }), url).toHaveLength(1)
    }
    const elsewhere = { ...passport, audience: 'auth' as const }
    expect(checkServiceCall({ ...forwarded, passport: elsewhere })).toHaveLength(1)
    const withHeader = { ...forwarded, headers: { 'x-user-id': memberId } }
    expect(checkServiceCall(withHeader)).toEqual(['header x-user-id reached a service'])
    const internal = { ...forwarded, method: 'GET', url: '/internal/account-counts' }
    expect(checkServiceCall(internal)).not.toEqual([])
  })

  test('reports another path, account, role or address', () => {
    const { viewer } = passport
    const admin = { ...passport, viewer: { id: memberId, username: 'a', role: 'admin' as const } }
    const visitor = { ...sent.sender.actor, role: 'visitor' as const, userId: null }
    const problems = [
      checkForwarded({ ...forwarded, url: '/api/boycotts' }, sent),
      checkForwarded({ ...forwarded, passport: admin }, sent),
      checkForwarded(forwarded, { ...sent, isOwnCookie: false }),
      checkForwarded(
        { ...forwarded, passport: { ...passport, client: { address: '127.0.0.1' } } },
        sent,
      ),
    ]
    for (const found of problems) expect(found).toHaveLength(1)
    const asVisitor = { ...sent, sender: { ...sent.sender, actor: visitor } }
    expect(checkForwarded(forwarded, asVisitor)).toContain(`in the name of ${viewer?.id}`)
  })
})
