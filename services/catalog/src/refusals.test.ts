import { randomUUID } from 'node:crypto'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proposal, propose, startCatalog, type TestCatalog } from './testing/fixtures.ts'

let service: TestCatalog
let id: string

beforeAll(async () => {
  service = await startCatalog()
})
beforeEach(async () => {
  ;({ id } = await propose(service))
})
afterAll(() => service.stop())

const member = { viewer: newMember() }
const moderation = { issuer: 'moderation' } as const

/** Every call with a body: path, valid body, text field, sender. */
const writes = [
  {
    name: 'submitting',
    path: () => '/api/boycotts',
    body: (): object => proposal,
    text: 'reasons',
    maxBytes: 32_768,
    sender: member,
  },
  {
    name: 'voting',
    path: () => `/api/boycotts/${id}/vote`,
    body: () => ({ value: 1 }),
    text: 'value',
    maxBytes: 1_024,
    sender: member,
  },
  {
    name: 'flagging',
    path: () => `/api/boycotts/${id}/flag`,
    body: () => ({ reason: 'Not true.' }),
    text: 'reason',
    maxBytes: 16_384,
    sender: member,
  },
  {
    name: 'commenting',
    path: () => `/api/boycotts/${id}/comments`,
    body: () => ({ content: 'A comment.' }),
    text: 'content',
    maxBytes: 16_384,
    sender: member,
  },
  {
    name: 'deciding',
    path: () => '/internal/decisions',
    body: () => ({
      decisionId: randomUUID(),
      submissionId: id,
      action: { kind: 'super-boost', boostValue: 5 },
    }),
    text: 'decisionId',
    maxBytes: 16_384,
    sender: moderation,
  },
]

/** All data that a refused request could have changed. */
const readState = async (): Promise<unknown> => {
  const { rows } = await service.db.query(`
    SELECT (SELECT jsonb_agg(s ORDER BY id) FROM submissions AS s) AS submissions,
      (SELECT count(*) FROM votes) AS votes, (SELECT count(*) FROM flags) AS flags,
      (SELECT count(*) FROM comments) AS comments, (SELECT jsonb_agg(c) FROM counters AS c) AS counters,
      (SELECT count(*) FROM applied_decisions) AS decisions`)
  return rows
}

describe.each(writes)('$name refuses, without changing anything,', (write) => {
  const refusedWith = async (
    expected: { status: number; code: string },
    request: { body?: string; path?: string; headers?: Record<string, string> },
  ) => {
    const before = await readState()
    const response = await service.send(
      {
        method: 'POST',
        path: request.path ?? write.path(),
        ...(request.body === undefined ? {} : { body: request.body }),
      },
      { ...write.sender, headers: request.headers ?? {} },
    )
    expect(response).toMatchObject({
      status: expected.status,
      body: { error: { code: expected.code, requestId: expect.any(String) } },
    })
    expect(await readState()).toEqual(before)
  }
  const invalid = { status: 400, code: 'invalid_request' }
  const bodyWith = (changed: object) => JSON.stringify({ ...write.body(), ...changed })

  test('a content type other than JSON is 415', async () => {
    const body = bodyWith({})
    await refusedWith(
      { status: 415, code: 'not_json' },
      { body, headers: { 'content-type': 'text/plain' } },
    )
    await refusedWith({ status: 415, code: 'not_json' }, {})
  })

  test('a body over the limit: 413', async () => {
    const body = `${bodyWith({})}${' '.repeat(write.maxBytes)}`
    await refusedWith({ status: 413, code: 'body_too_large' }, { body })
  })

  test('broken JSON, an array, null, deep nesting: 400', async () => {
    for (const body of [
      '{',
      '',
      '[]',
      'null',
      '"text"',
      `{"a":${'['.repeat(9)}${']'.repeat(9)}}`,
    ]) {
      await refusedWith(invalid, { body, headers: { 'content-type': 'application/json' } })
    }
  })

  test('unknown fields, also those with the names of prototypes: 400', async () => {
    await refusedWith(invalid, { body: bodyWith({ unknown: 1 }) })
    await refusedWith(invalid, { body: bodyWith({}).replace('{', '{"__proto__":{},') })
    await refusedWith(invalid, { body: bodyWith({}).replace('{', '{"constructor":1,') })
  })

  test('wrong types, NUL and lone surrogates: 400', async () => {
    for (const value of [null, 3, [], {}, 'a\u0000b', 'a\ud800b', '\udc00']) {
      await refusedWith(invalid, { body: bodyWith({ [write.text]: value }) })
    }
  })

  test('a body without its fields: 400', async () => {
    await refusedWith(invalid, { body: '{}' })
  })
})

test.each(writes.slice(1, 4))('$name needs an id that can be one', async (write) => {
  for (const wrong of ['short', 'toolong00', '%00aaaaaaa', "'; DROP--", '..%2f..%2f']) {
    const path = write.path().replace(id, encodeURI(wrong))
    const response = await service.send(
      { method: 'POST', path, body: JSON.stringify(write.body()) },
      write.sender,
    )
    expect([400, 404]).toContain(response.status)
  }
})

test('every route refuses calls without a service token', async () => {
  for (const { path, body } of writes) {
    const response = await fetch(new URL(path(), service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-id': randomUUID() },
      body: JSON.stringify(body()),
    })
    expect(response.status).toBe(401)
  }
  expect((await fetch(new URL('/api/boycotts', service.url))).status).toBe(401)
})
