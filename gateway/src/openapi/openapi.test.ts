import { readApiDescription, readApiDocumentation } from '@answerable/contracts/api-description'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { describeApi } from './document.ts'
import { scriptPath, stylePath } from './serve-description.ts'
import type { ApiDescription, Operation } from './types.ts'

const description = describeApi(routes, 'sid')

const operationIds = Object.values(description.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId as keyof typeof routes),
)

const operationOf = (name: keyof typeof routes): Operation => {
  const route: Route = routes[name]
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  const operation = description.paths[path]?.[route.method.toLowerCase()]
  if (operation === undefined) throw new Error(`${name} is not described`)
  return operation
}

const answerOf = ({ responses }: Operation, status: number) => {
  const response = responses[String(status)]
  if (response === undefined || !('$ref' in response)) return response
  return description.components.responses[response.$ref.split('/').at(-1) ?? '']
}

describe('the description of the API', () => {
  test('is valid OpenAPI 3.1 without broken references', async () => {
    const validator = new Validator()
    const copy = JSON.parse(JSON.stringify(description))
    expect(await validator.validate(copy)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const targets = Array.from(
      JSON.stringify(description).matchAll(/"#\/components\/(\w+)\/(\w+)"/g),
      ([, kind, name]) => ({ kind: kind as keyof ApiDescription['components'], name: name ?? '' }),
    )
    expect(targets.length).toBeGreaterThan(100)
    for (const { kind, name } of targets) expect(description.components[kind]).toHaveProperty(name)
  })

  test('contains exactly the public operations', () => {
    const outside = Object.entries<Route>(routes)
      .filter(([, { access, path }]) => access !== 'internal' && path.startsWith('/api/'))
      .map(([name]) => name)
    expect(operationIds.toSorted()).toEqual(outside.toSorted())
  })

  test('contains the access and the errors of every contract', () => {
    for (const operationId of operationIds) {
      const route: Route = routes[operationId]
      const operation = operationOf(operationId)
      const mayBeVisitor = operation.security.some((way) => !('session' in way))
      expect(mayBeVisitor, operationId).toBe(route.access === 'public')
      const codes = Object.keys(operation.responses).flatMap(
        (status) => answerOf(operation, Number(status))?.['x-error-codes'] ?? [],
      )
      expect(codes).toEqual(expect.arrayContaining([...(route.errors ?? []), 'too_many_requests']))
      expect(operation.responses, operationId).toHaveProperty(String(route.status ?? 200))
    }
  })

  test('contains 404, account_suspended and 304 where they can occur', () => {
    const codesOf = (name: keyof typeof routes, status: number) =>
      answerOf(operationOf(name), status)?.['x-error-codes'] ?? []
    for (const operationId of operationIds) {
      const route: Route = routes[operationId]
      const isForMembers = route.access === 'signed-in' || route.access === 'admin'
      expect(codesOf(operationId, 404).includes('not_found'), operationId).toBe(
        route.params !== undefined,
      )
      expect(codesOf(operationId, 403).includes('account_suspended'), operationId).toBe(
        (isForMembers && route.openToSuspended !== true) ||
          route.errors?.includes('account_suspended') === true,
      )
    }
    expect(codesOf('endOwnSession', 404)).toEqual(['not_found'])
    expect(operationOf('readSubmission').responses).toHaveProperty('304')
    expect(operationOf('readApiDescription').responses).toHaveProperty('304')
    expect(operationOf('readCurrentUser').responses).not.toHaveProperty('304')
    expect(answerOf(operationOf('listSubmissions'), 200)?.headers).toHaveProperty('ETag')
  })

  test('bounds every number of a request, and has portable patterns', () => {
    const text = JSON.stringify(description)
    const patterns = Array.from(text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g), ([, pattern]) =>
      String(JSON.parse(pattern ?? '')),
    )
    expect(patterns.length).toBeGreaterThan(5)
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pPdDwWu]|\(\?[<=!]/)
    expect(
      operationOf('approveSubmission').requestBody?.content['application/json']?.schema,
    ).toMatchObject({
      properties: { expectedVersion: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
    })
  })

  test('describes parameters by type, with bounds and defaults', () => {
    expect(operationOf('listSubmissions').parameters?.slice(0, 3)).toEqual([
      {
        name: 'page',
        in: 'query',
        description: 'Page number, starting at 1.',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'Number of entries on a page.',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 50, default: 30 },
      },
      {
        name: 'sort',
        in: 'query',
        description: 'Order of the entries.',
        required: false,
        schema: { type: 'string', enum: ['hot', 'new', 'top'], default: 'hot' },
      },
    ])
    expect(operationOf('castVote').parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { pattern: '^[0-9A-Za-z]{8}$' } },
    ])
  })

  test('describes the headers of lists, refusals and idempotent calls', () => {
    expect(answerOf(operationOf('listSubmissions'), 200)?.headers).toHaveProperty('X-Total-Count')
    expect(answerOf(operationOf('listSubmissions'), 200)?.headers).toHaveProperty('Link')
    expect(answerOf(operationOf('listComments'), 200)?.headers).toHaveProperty('Link')
    expect(answerOf(operationOf('readSubmission'), 200)?.headers).not.toHaveProperty('Link')
    expect(answerOf(operationOf('castVote'), 429)?.headers).toHaveProperty('Retry-After')
    expect(operationOf('submitBoycott').parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: false },
    ])
  })

  test('describes the rate limits', () => {
    expect(operationOf('castVote').description).toBe(
      'Replaces your earlier vote. Repeating the request changes nothing. Requires a signed-in user. ' +
        'Rate limits: 30 requests per minute and 300 requests per day for each member; ' +
        '120 requests per minute for each network.',
    )
    expect(answerOf(operationOf('castVote'), 200)?.headers).toHaveProperty('RateLimit-Policy')
  })

  test('describes request bodies before normalisation, and responses', () => {
    const { requestBody } = operationOf('submitBoycott')
    expect(requestBody?.required).toBe(true)
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['targetName', 'location', 'reasons'],
      additionalProperties: false,
      properties: { targetName: { type: 'string', maxLength: 120, pattern: expect.any(String) } },
    })
    expect(
      answerOf(operationOf('submitBoycott'), 201)?.content?.['application/json']?.schema,
    ).toEqual({
      $ref: '#/components/schemas/Submission',
    })
    expect(operationOf('approveSubmission').requestBody?.required).toBe(false)
  })
})

describe('at the gateway', () => {
  let site: TestGateway

  beforeAll(async () => {
    site = await startTestGateway()
  })
  afterAll(() => site.stop())

  test('the description is served as JSON, and as 304 for a matching ETag', async () => {
    const { path } = readApiDescription
    const response = await site.request({ path })
    expect(response).toMatchObject({ status: 200, body: JSON.parse(JSON.stringify(description)) })
    const etag = String(response.headers.etag)
    const again = await site.request({ path, headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('the session cookie has the name that the site uses', async () => {
    const production = await startTestGateway({ PUBLIC_ORIGIN: 'https://answerable.example' })
    const response = await production.request({ path: readApiDescription.path })
    await production.stop()
    expect(response.body).toMatchObject({
      components: { securitySchemes: { session: { in: 'cookie', name: '__Host-sid' } } },
    })
  })

  test('the page lists every operation, with a policy that allows its two files only', async () => {
    const { headers, text } = await site.request({ path: readApiDocumentation.path })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(text).not.toMatch(/<script>|<style| style=| on\w+=/i)
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        expect(text).toContain(`<code>${method.toUpperCase()}</code> <code>${path}</code>`)
        expect(text).toContain(`id="${operationId}"`)
      }
    }
    for (const [, id] of text.matchAll(/href="#([\w-]+)"/g)) expect(text).toContain(`id="${id}"`)
    const types = {
      [stylePath]: 'text/css; charset=utf-8',
      [scriptPath]: 'text/javascript; charset=utf-8',
    }
    for (const [path, type] of Object.entries(types)) {
      expect(text).toContain(`="${path}"`)
      expect(await site.request({ path })).toMatchObject({
        status: 200,
        headers: { 'content-type': type },
      })
    }
  })

  test('the page shows types with bounds, and only errors that are not common to all operations', async () => {
    const { text } = await site.request({ path: readApiDocumentation.path })
    const castVote = text.slice(text.indexOf('id="castVote"')).split('</details>')[0]
    expect(castVote).toContain('<code>value</code>: <code>1</code> or <code>-1</code>')
    expect(castVote).toContain('<code>submission_not_found</code>')
    expect(castVote).not.toContain('<code>headers_too_large</code>')
    expect(text).toContain(
      '(query, optional): integer, at least 1, at most 50, default <code>30</code>',
    )
  })
})
