import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatWhileBusy } from '../tools/repeat-while-busy.ts'
import { type CollectedSpan, type Collector, startCollector } from './collector.ts'
import { alertRules, dashboards, labelsIn, metricsIn, metricsServed } from './files.ts'
import { type Programs, startPrograms } from './programs.ts'

let site: Programs
let collector: Collector
let memberCookie: string

beforeAll(async () => {
  collector = await startCollector()
  site = await startPrograms({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  memberCookie = await signIn(randomUUID(), 'member')
})
afterAll(async () => {
  await site?.stop()
  await collector?.stop()
})

/** Creates an account with a session; returns its cookie. */
const signIn = async (id: string, role: 'member' | 'admin'): Promise<string> => {
  const url = new URL(site.ownerUrl)
  url.searchParams.set('options', '-c search_path=auth')
  const log = createLog({ service: 'test', level: 'silent' })
  const owner = openPool({ url: patientUrl(url.href), max: 1, name: 'test', log })
  const sid = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(sid).digest('base64url')
  await owner.query('INSERT INTO users (id, email, username, is_admin) VALUES ($1, $2, $3, $4)', [
    id,
    `${id}@example.org`,
    `member-${id.slice(0, 8)}`,
    role === 'admin',
  ])
  await owner.query('INSERT INTO sessions (hash, user_id) VALUES ($1, $2)', [hash, id])
  await owner.end()
  return `sid=${sid}`
}

type Sent = {
  method?: string
  cookie?: string
  body?: object
  headers?: Record<string, string>
}

const callOnce = async (
  path: string,
  { method = 'GET', cookie, body, headers = {} }: Sent = {},
) => {
  const response = await fetch(new URL(path, site.url), {
    method,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const requestId = response.headers.get('x-request-id') ?? ''
  return { status: response.status, requestId, body: (await response.json()) as { id: string } }
}

const call = (path: string, sent?: Sent) => repeatWhileBusy(() => callOnce(path, sent))

const proposal = { targetName: 'Acme', location: 'Springfield', reasons: 'It sells anvils.' }
/** A new member each time, because a member may propose only once in 15 seconds. */
const propose = async () => {
  const response = await repeatWhileBusy(async () => {
    const cookie = await signIn(randomUUID(), 'member')
    return callOnce('/api/boycotts', { method: 'POST', cookie, body: proposal })
  })
  expect(response.status).toBe(201)
  return response
}

/**
 * A new administrator each time, because the gateway caches sessions. A new submission, because a second approval may
 * change nothing.
 */
const approveProposal = async () => {
  const response = await repeatWhileBusy(async () => {
    const { body } = await propose()
    const cookie = await signIn(randomUUID(), 'admin')
    return callOnce(`/api/admin/submissions/${body.id}/approve`, { method: 'POST', cookie })
  })
  expect(response.status).toBe(200)
  return response
}

const linesAbout = (name: ServiceName, requestId: string) =>
  site.lines.filter((line) => line.service === name && line.requestId === requestId)

const spansOf = (requestId: string): readonly CollectedSpan[] =>
  collector.spans.filter(({ traceId }) => traceId === requestId.replaceAll('-', ''))

/** The tree of spans, as 'service: name' under the same of its parent. */
const treeOf = (requestId: string): Record<string, string> => {
  const spans = spansOf(requestId)
  const nameOf = (id: string | undefined): string => {
    const span = spans.find(({ spanId }) => spanId === id)
    return span === undefined ? '' : `${span.service}: ${span.name}`
  }
  return Object.fromEntries(
    spans.map(({ spanId, parentSpanId }) => [nameOf(spanId), nameOf(parentSpanId)]),
  )
}

const traceAttempts = 3
const traceMilliseconds = 40_000

const expectSpans = (requestId: string): Promise<void> =>
  expect.poll(() => spansOf(requestId).length, { timeout: traceMilliseconds }).toBeGreaterThan(1)

/** Repeats a request whose spans do not arrive: a slow machine does not export all of them in time. */
const traced = async <Result extends { requestId: string }>(
  request: () => Promise<Result>,
  expectTrace = expectSpans,
): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    const result = await request()
    try {
      await expectTrace(result.requestId)
      return result
    } catch (error) {
      if (tried === traceAttempts) throw error
    }
  }
}

test('one request id is in the response and in the logs of gateway, service and every consumer', async () => {
  const { requestId } = await propose()
  for (const name of ['gateway', 'catalog'] as const) {
    await expect
      .poll(() => linesAbout(name, requestId))
      .toContainEqual(expect.objectContaining({ msg: 'request completed' }))
  }
  for (const name of ['realtime', 'gateway'] as const) {
    await expect
      .poll(() => linesAbout(name, requestId))
      .toContainEqual(
        expect.objectContaining({
          msg: 'event applied',
          subject: 'catalog.submission-changed',
        }),
      )
  }
})

test('a trace has the id of its request and spans services and events', async () => {
  const root = 'gateway: POST approveSubmission'
  const publication = 'catalog: publish catalog.submission-changed'
  await traced(approveProposal, (requestId) =>
    expect
      .poll(() => treeOf(requestId), { timeout: traceMilliseconds })
      .toMatchObject({
        [root]: '',
        'auth: POST resolveSession': root,
        'moderation: POST approveSubmission': root,
        'catalog: POST applyDecision': 'moderation: POST approveSubmission',
        [publication]: root,
        'realtime: process catalog.submission-changed': publication,
      }),
  )
})

test('trace headers from outside are ignored', async () => {
  const theirs = randomBytes(16).toString('hex')
  await traced(() =>
    call('/api/boycotts/00000000', {
      headers: { traceparent: `00-${theirs}-${randomBytes(8).toString('hex')}-01` },
    }),
  )
  expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(theirs)
})

test('spans contain route, status and service, and no personal data', async () => {
  const { body } = await traced(propose)
  const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].toSorted()).toEqual(['answerable.route', 'http.response.status_code'])
  const spans = JSON.stringify(collector.spans)
  for (const secret of [body.id, '127.0.0.1', 'Acme']) expect(spans).not.toContain(secret)
  expect(spans).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
})

test('each program serves its own metrics, labelled by route names only', async () => {
  const { body } = await propose()
  const vote = await call(`/api/boycotts/${body.id}/vote`, {
    method: 'POST',
    cookie: memberCookie,
    body: { value: 1 },
  })
  expect(vote.status).toBe(200)
  await call(`/api/${randomUUID()}`)
  const texts = await Promise.all(serviceNames.map(site.metricsOf))
  for (const [index, name] of serviceNames.entries()) {
    expect(texts[index]).toMatch(
      new RegExp(`^process_resident_memory_bytes\\{service="${name}"\\}`, 'm'),
    )
  }
  const all = texts.join('\n')
  expect(all).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(all).not.toContain(body.id)
  expect(all).toMatch(
    /answerable_http_request_duration_seconds_count\{route="castVote",status="2xx",service="gateway"\} [1-9]/,
  )
  expect(all).toMatch(
    /answerable_http_request_duration_seconds_count\{route="castVote",status="2xx",service="catalog"\} [1-9]/,
  )
  expect(all).toMatch(
    /answerable_http_request_duration_seconds_count\{route="unknown",status="4xx",service="gateway"\} 1/,
  )
  expect(all).toMatch(/answerable_votes_per_commit_count\{service="catalog"\} [1-9]/)
})

test('every metric of an alert rule or a dashboard is served by a program', async () => {
  const texts = await Promise.all(serviceNames.map(site.metricsOf))
  const served = new Set(texts.flatMap(metricsServed))
  const selected = [
    ...metricsIn(alertRules()),
    ...dashboards().flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.flatMap(({ expr = '' }) => metricsIn(expr))),
    ),
  ]
  expect(selected.length).toBeGreaterThan(40)
  expect(selected.filter((name) => !served.has(name))).toEqual([])
})

test('every selected label exists on a metric', async () => {
  const texts = await Promise.all(serviceNames.map(site.metricsOf))
  const known = new Set([...labelsIn(texts.join('\n')), 'job', 'alertstate'])
  const expressions = dashboards().flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.map(({ expr = '' }) => expr)),
  )
  const selected = labelsIn([alertRules(), ...expressions].join('\n'))
  expect(selected.filter((label) => !known.has(label))).toEqual([])
})

test('every dashboard has its own URL and panels with queries', () => {
  expect(new Set(dashboards().map(({ uid }) => uid)).size).toBe(4)
  for (const { panels } of dashboards()) {
    for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0)
  }
})
