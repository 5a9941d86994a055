import type { RequestListener } from 'node:http'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import type { TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceLinks, hearChecks, untilChecked } from '../testing/links.ts'
import { startTestNetwork, type TestNetwork } from '../testing/network.ts'
import { startTestEvidence } from '../testing/service.ts'
import { openTurns } from './turns.ts'

let network: TestNetwork
let services: TestService[]
let checks: Awaited<ReturnType<typeof hearChecks>>[]
let pool: Pool
const neverAborted = new AbortController().signal

beforeAll(async () => {
  network = await startTestNetwork()
  const first = await startTestEvidence({ EVIDENCE_TEST_NETWORK: network.setting })
  const second = await startTestEvidence({
    EVIDENCE_TEST_NETWORK: network.setting,
    DATABASE_URL: first.database.url,
  })
  services = [first, second]
  checks = await Promise.all(services.map(({ bus }) => hearChecks(bus)))
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: first.database.url, max: 8, name: 'test', log })
})
afterAll(async () => {
  await pool.end()
  for (const service of services.toReversed()) await service.stop()
  await network.stop()
})

const announce = async (submissionId: string, links: readonly string[]): Promise<void> => {
  const [service] = services
  if (service !== undefined) await announceLinks(service.bus, { submissionId, version: 1, links })
}
const all = () => checks.flat()
const checksOf = (links: readonly string[]) =>
  all().filter(({ address }) => links.includes(address))

/** Requests as the servers of a domain see them. */
const observeArrivals = () => {
  const visits: { path: string; arrivedAt: number; endedAt: number; isAborted: boolean }[] = []
  const observed =
    (handler: RequestListener): RequestListener =>
    (request, response) => {
      const visit = {
        path: request.url ?? '',
        arrivedAt: performance.now(),
        endedAt: Infinity,
        isAborted: false,
      }
      visits.push(visit)
      for (const event of ['finish', 'close']) {
        response.once(event, () => {
          if (visit.endedAt !== Infinity) return
          visit.endedAt = performance.now()
          visit.isAborted = event === 'close'
        })
      }
      handler(request, response)
    }
  const expectApart = (): void => {
    for (const [at, visit] of visits.entries()) {
      const earlier = visits[at - 1]
      if (earlier === undefined) continue
      const names = `${earlier.path} ${visit.path}`
      const apart = visit.arrivedAt - earlier.arrivedAt
      expect({ names, apart, enough: apart >= 2_000 }).toMatchObject({ names, enough: true })
      // The server notices the end of a request a little later than the client, and an abort later still.
      const least = earlier.isAborted ? 1_000 : 1_900
      const pause = visit.arrivedAt - earlier.endedAt
      expect({ names, pause, enough: pause >= least }).toMatchObject({ names, enough: true })
    }
  }
  return { visits, observed, expectApart }
}

/** The duration of slow responses: longer than a pause, and short against the 10 seconds in which a link is read. */
const slowMilliseconds = 2_200

/** A slow server. */
const after =
  (respond: RequestListener): RequestListener =>
  (request, response) => {
    setTimeout(() => respond(request, response), slowMilliseconds)
  }
const page: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Text.')
}
const slowBody: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
  setTimeout(() => response.end('Text.'), slowMilliseconds)
}
const redirect =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location }).end()
  }

test('two instances never have two requests at one domain, and pause for 2 seconds after a slow one', async () => {
  const { visits, observed, expectApart } = observeArrivals()
  const slow = observed((request, response) => {
    const handlers: Record<string, RequestListener> = {
      '/body': slowBody,
      '/silent': () => {},
      '/redirect': redirect('http://www.slow.example/page'),
    }
    const handler = handlers[request.url ?? ''] ?? page
    handler(request, response)
  })
  network.host('slow.example', { handler: slow, robots: observed(after(page)) })
  network.host('www.slow.example', {
    handler: observed(after(page)),
    robots: observed(redirect('http://slow.example/rules')),
  })
  const links = ['body', 'silent', 'redirect', 'quick'].map((path) => `http://slow.example/${path}`)
  for (const name of ['one', 'two']) {
    network.host(`${name}.example`, { handler: redirect(`http://slow.example/from-${name}`) })
    links.push(`http://${name}.example/`)
  }
  for (const [at, link] of links.entries()) await announce(`slow000${at}`, [link])
  const silent = 'http://slow.example/silent'
  const statesOf = (link: string) => checksOf([link]).map(({ state }) => state)
  // Without its robots.txt, a check says nothing about the silent page.
  const isAsked = () => visits.some(({ path }) => path === '/silent')
  await untilChecked({ pool, checks: all }, links, {
    unreachable: () => (isAsked() ? [silent] : []),
  })
  for (const link of links) {
    expect(statesOf(link)).toContain(link === silent ? 'unreachable' : 'works')
  }
  expect(statesOf(silent)).not.toContain('works')
  expect(visits.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/body', '/silent', '/rules', '/page', '/from-one', '/from-two']),
  )
  expectApart()
})

test('a redirect to another domain waits for its turn, and uses one', async () => {
  const { visits, observed, expectApart } = observeArrivals()
  network.host('target.example', { handler: observed(page), robots: observed(page) })
  const links = [1, 2].map((number) => `http://target.example/own-${number}`)
  const paths = ['/own-1', '/own-2']
  for (const number of [1, 2, 3]) {
    network.host(`source${number}.example`, {
      handler: redirect(`http://target.example/redirected-${number}`),
    })
    links.push(`http://source${number}.example/`)
    paths.push(`/redirected-${number}`)
  }
  await announce('target00', links)
  const repeated = await untilChecked({ pool, checks: all }, links)
  for (const link of links) expect(checksOf([link]).map(({ state }) => state)).toContain('works')
  for (const [at, link] of links.entries()) {
    const count = visits.filter(({ path }) => path === paths[at]).length
    if (repeated.has(link)) expect(count).toBeGreaterThan(0)
    else expect({ link, count }).toEqual({ link, count: 1 })
  }
  expectApart()
})

test('a link that robots.txt excludes leaves the turn to others', async () => {
  network.host('excluding.example', {
    robots: (_request, response) => {
      response.writeHead(200).end('User-agent: *\nDisallow: /')
    },
  })
  const links = [1, 2].map((number) => `http://excluding.example/${number}`)
  await announce('exclude0', links)
  await untilChecked({ pool, checks: all }, links)
  for (const link of links) expect(checksOf([link]).map(({ state }) => state)).toContain('refused')
  const { rows } = await pool.query<{ holder: string | null; isSoon: boolean }>(
    `SELECT holder, next_request_at < now() + interval '3 seconds' AS "isSoon" FROM hosts
     WHERE host = 'excluding.example'`,
  )
  expect(rows).toEqual([{ holder: null, isSoon: true }])
})

test('a turn that a crash left ends with its lease, and its late end does not end the next one', async () => {
  const [one, other] = [openTurns(pool), openTurns(pool)]
  const row = async () => {
    const { rows } = await pool.query<{ holder: string | null; seconds: number }>(
      `SELECT holder, extract(epoch FROM next_request_at - now())::float8 AS seconds
       FROM hosts WHERE host = 'crash.example'`,
    )
    return rows[0]
  }
  const crashed = await one.take('crash.example', neverAborted)
  let next: Awaited<ReturnType<typeof other.take>> | undefined
  const taking = other.take('crash.example', neverAborted).then((turn) => {
    next = turn
  })
  const { seconds = 0 } = (await row()) ?? {}
  expect(seconds).toBeGreaterThan(15)
  expect(seconds).toBeLessThanOrEqual(30)
  expect(next).toBeUndefined()
  await pool.query("UPDATE hosts SET next_request_at = now() WHERE host = 'crash.example'")
  await taking
  await one.end(crashed, { requests: 1 })
  expect((await row())?.holder).toBe(next?.holder)
  expect((await row())?.seconds).toBeGreaterThan(15)
})

test('at most four requests of an instance wait for a domain', async () => {
  const turns = openTurns(pool)
  const leaving = new AbortController()
  await turns.take('queue.example', leaving.signal)
  const results = Array.from({ length: 6 }, () =>
    turns.take('queue.example', leaving.signal).catch((error: Error) => error.message),
  )
  expect(await Promise.race(results)).toBe('busy')
  leaving.abort()
  expect((await Promise.all(results)).toSorted()).toEqual([
    'busy',
    'busy',
    ...Array.from({ length: 4 }, () => 'too-late'),
  ])
})

test('a check that is stopped while it reads robots.txt says nothing about the website', async () => {
  const link = 'http://stopping.example/'
  network.host('stopping.example', { robots: () => {} })
  const idle = await startTestEvidence({ CHECK_SOURCES: 'off' })
  const log = createLog({ service: 'test', level: 'silent' })
  const ownPool = openPool({ url: idle.database.url, max: 1, name: 'test', log })
  try {
    await announceLinks(idle.bus, { version: 1, links: [link] })
    const stopped = await startTestEvidence({
      EVIDENCE_TEST_NETWORK: network.setting,
      DATABASE_URL: idle.database.url,
    })
    await until(() => network.requests.includes('stopping.example/robots.txt'))
    await stopped.stop()
    const { rows } = await ownPool.query<{ origins: number; isFree: boolean }>(
      `SELECT (SELECT count(*)::integer FROM robots) AS origins, holder IS NULL AS "isFree" FROM hosts`,
    )
    expect(rows).toEqual([{ origins: 0, isFree: true }])
  } finally {
    await ownPool.end()
    await idle.stop()
  }
})
