import type { LinkState } from '@answerable/contracts/links'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import type { TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceLinks, hearChecks, untilChecked } from '../testing/links.ts'
import { startTestNetwork, type TestNetwork } from '../testing/network.ts'
import { startTestEvidence } from '../testing/service.ts'

let network: TestNetwork
let service: TestService
let pool: Pool
let checks: Awaited<ReturnType<typeof hearChecks>>

beforeAll(async () => {
  network = await startTestNetwork()
  service = await startTestEvidence({ EVIDENCE_TEST_NETWORK: network.setting })
  checks = await hearChecks(service.bus)
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 2, name: 'test', log })
})
afterAll(async () => {
  await pool.end()
  await service.stop()
  await network.stop()
})

let submissions = 0
const announce = (links: readonly string[]) => {
  submissions += 1
  const submissionId = `test${String(submissions).padStart(4, '0')}`
  return announceLinks(service.bus, { submissionId, version: 1, links })
}

const own = () => checks
const checksOf = (address: string) => checks.filter((check) => check.address === address)

/** Moves a link to this age, and lets its next check be due. */
const age = async (address: string, days: number): Promise<void> => {
  await pool.query(
    `UPDATE links SET created_at = now() - make_interval(days => $2), due_at = now()
     WHERE address = $1`,
    [address, days],
  )
  await pool.query(
    `UPDATE hosts SET due_at = now(), next_request_at = now() FROM links
     WHERE address = $1 AND hosts.host = links.host`,
    [address],
  )
}
const daysUntilNext = async (address: string): Promise<number> => {
  const { rows } = await pool.query<{ days: number }>(
    `SELECT round(extract(epoch FROM due_at - now()) / 86400)::integer AS days
     FROM links WHERE address = $1`,
    [address],
  )
  return rows[0]?.days ?? -1
}

test('a link is read at once, after 1, 7 and 30 days, then every 90: moved, changed, gone, refused', async () => {
  const address = 'http://news.example/story'
  let page: { status: number; location?: string; text?: string; html?: string } = {
    status: 200,
    html: '<title>A  story</title><p>First text, 3 comments.',
  }
  network.host('news.example', {
    handler: (_request, response) => {
      response.writeHead(page.status, {
        'content-type': 'text/html',
        ...(page.location === undefined ? {} : { location: page.location }),
      })
      response.end(page.html ?? '')
    },
  })
  network.host('other.example')
  const states: LinkState[] = []
  let since = 0
  const next = async (): Promise<void> => {
    await untilChecked({ pool, checks: own }, [address], { since })
    const check = checksOf(address).at(-1)
    if (check === undefined) throw new Error('no check')
    states.push(check.state)
    since = check.version
  }
  await announce([address])
  await next()
  expect(checksOf(address)[0]).toMatchObject({ state: 'works', title: 'A story' })
  // The state is published before the schedule is asked here: both are of one transaction.
  expect(await daysUntilNext(address)).toBe(1)

  page = { status: 200, html: '<title>A story</title><p>First text, 4 comments.' }
  await age(address, 1)
  await next()
  expect(await daysUntilNext(address)).toBe(6)

  page = { status: 200, html: '<title>A story</title><p>Another text, 4 comments.' }
  await age(address, 7)
  await next()
  expect(await daysUntilNext(address)).toBe(23)

  page = { status: 301, location: 'http://other.example/story' }
  await age(address, 30)
  await next()
  expect(await daysUntilNext(address)).toBe(90)

  page = { status: 410 }
  await age(address, 120)
  await next()
  expect(await daysUntilNext(address)).toBe(90)

  page = { status: 403 }
  await age(address, 210)
  await next()
  page = { status: 200, html: '<title>A story</title><p>First text, 5 comments.' }
  await age(address, 300)
  await next()
  expect(states).toEqual(['works', 'works', 'changed', 'moved', 'gone', 'refused', 'works'])
  const versions = checksOf(address).map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
})

test('without a way out nothing is said about a link, and it is checked later', async () => {
  const address = 'http://later.example/'
  network.host('later.example')
  network.setNameServers('fail')
  await pool.query('DELETE FROM ways_out')
  await announce([address])
  const postponed = async (link: string) => {
    const { rows } = await pool.query<{ failures: number; state: string | null }>(
      'SELECT failures, state FROM links WHERE address = $1',
      [link],
    )
    return rows[0]
  }
  await until(async () => expect(await postponed(address)).toEqual({ failures: 1, state: null }))
  network.setNameServers('work')
  // A connection without a response, as behind a firewall that drops packets.
  const dropped = 'http://dropped.example/'
  network.host('dropped.example', { robots: () => {} })
  await announce([dropped])
  await until(async () => expect(await postponed(dropped)).toEqual({ failures: 1, state: null }))
  expect([...checksOf(address), ...checksOf(dropped)]).toEqual([])
  await age(address, 0)
  await untilChecked({ pool, checks: own }, [address])
  expect(new Set(checksOf(address).map(({ state }) => state))).toEqual(new Set(['works']))

  // Websites respond now, so a name that does not exist is gone.
  network.host('quiet.example', { addresses: () => [] })
  const gone = ['http://quiet.example/', 'http://unknown.example/']
  await announce(gone)
  await untilChecked({ pool, checks: own }, gone)
  expect(gone.map((one) => checksOf(one).at(-1)?.state)).toEqual(['gone', 'gone'])
})

test('the links of a submission follow the newest event, and those of none are deleted in time', async () => {
  const links = ['http://one.example/', 'http://two.example/', 'http://three.example/']
  for (const link of links) network.host(new URL(link).hostname)
  const of = (version: number, ...numbers: number[]) =>
    announceLinks(service.bus, {
      submissionId: 'follow01',
      version,
      links: numbers.map((number) => links[number] ?? ''),
    })
  await of(2, 0, 1)
  await of(1, 2)
  await of(4, 1, 2, 2)
  await of(3, 0)
  await of(4, 0)
  const stored = async () => {
    const { rows } = await pool.query<{ address: string }>(
      `SELECT address FROM submission_links JOIN links USING (key)
       WHERE submission_id = 'follow01' ORDER BY address`,
    )
    return rows.map(({ address }) => address)
  }
  expect(await stored()).toEqual([links[2], links[1]])
})

test('10,000 links to one host and 100 names of it delay no other host, and get one request in 2 seconds', async () => {
  const names = Array.from(
    { length: 100 },
    (_, at) => `${at === 0 ? '' : `name${at}.`}many.example`,
  )
  for (const name of names) network.host(name)
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const startedAt = rows[0]?.now
  for (let batch = 0; batch < 40; batch += 1) {
    const links = Array.from({ length: 250 }, (_, at) => `http://${names[at % 100]}/${batch}/${at}`)
    await announce(links)
  }
  const hosts = Array.from({ length: 20 }, (_, at) => `few${at}.example`)
  for (const host of hosts) network.host(host)
  const few = hosts.map((host) => `http://${host}/`)
  await announce(few)
  await untilChecked({ pool, checks: own }, few)
  const sent = network.requests.filter((request) => request.includes('many.example/')).length
  const { rows: later } = await pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM clock_timestamp() - $1)::float8 AS seconds',
    [startedAt],
  )
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(1 + (later[0]?.seconds ?? 0) / 2)
  await pool.query("DELETE FROM links WHERE host = 'many.example'")
})

test('the next request to a host comes 2 seconds after the end of a slow one', async () => {
  const times: { answered?: number; asked?: number } = {}
  network.host('slow-robots.example', {
    robots: (_request, response) => {
      // A slow server: most of the turn of the host is over when it responds.
      setTimeout(() => {
        times.answered = performance.now()
        response.writeHead(200).end('')
      }, 1_500)
    },
    handler: (_request, response) => {
      times.asked = performance.now()
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Slow.')
    },
  })
  await announce(['http://slow-robots.example/'])
  await until(() => times.asked !== undefined)
  expect((times.asked ?? 0) - (times.answered ?? 0)).toBeGreaterThan(1_900)
})

test('a killed instance only delays: another one checks its links', async () => {
  const address = 'http://lease.example/'
  network.host('lease.example')
  // As an instance leaves it that was killed after it took the link. One statement, because the service already runs.
  await pool.query(
    `WITH host AS (
       INSERT INTO hosts VALUES ('lease.example', now(), now() - interval '1 second')
     ), link AS (
       INSERT INTO links (key, address, host, due_at)
       VALUES ('lease', $1, 'lease.example', now() - interval '1 second')
     )
     INSERT INTO submission_links VALUES ('lease001', 'lease')`,
    [address],
  )
  await untilChecked({ pool, checks: own }, [address])
  expect(checksOf(address).at(-1)).toMatchObject({ state: 'works' })
})

const expectNoRepetition = (items: readonly string[]): void => {
  expect(items).toEqual([...new Set(items)])
}

test('two instances share the links, and each is checked once', async () => {
  const other = await startTestEvidence({
    EVIDENCE_TEST_NETWORK: network.setting,
    DATABASE_URL: service.database.url,
  })
  try {
    const links = Array.from({ length: 40 }, (_, at) => `http://shared${at}.example/`)
    for (const link of links) network.host(new URL(link).hostname)
    await announce(links)
    const heard = await hearChecks(other.bus)
    const all = () => [...checks, ...heard].filter(({ address }) => address.includes('//shared'))
    const repeated = await untilChecked({ pool, checks: all }, links)
    expect(repeated.size).toBeLessThan(links.length)
    const addresses = all().map(({ address }) => address)
    expectNoRepetition(addresses.filter((address) => !repeated.has(address)))
    // On a slow machine a check can end before it requests the page.
    const pages = network.requests.filter((request) => /^shared\d+\.example\/$/.test(request))
    expect(pages.length).toBeGreaterThan(0)
    expectNoRepetition(pages.filter((page) => !repeated.has(`http://${page}`)))
  } finally {
    await other.stop()
  }
})

test('a website that does not respond is unreachable, and is tried again after an hour', async () => {
  const address = 'http://broken.example/'
  network.host('broken.example', {
    handler: (request) => {
      request.socket.destroy()
    },
  })
  await announce([address])
  await untilChecked({ pool, checks: own }, [address], { unreachable: () => [address] })
  expect(checksOf(address)).toMatchObject([{ state: 'unreachable' }])
  const { rows } = await pool.query<{ minutes: number }>(
    `SELECT round(extract(epoch FROM due_at - now()) / 60)::integer AS minutes
     FROM links WHERE address = $1`,
    [address],
  )
  expect(rows).toEqual([{ minutes: 60 }])
})
