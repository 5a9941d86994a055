import { setTimeout as delay } from 'node:timers/promises'
import { startTestNetwork, type TestNetwork } from '@answerable/evidence/testing/network'
import pg from 'pg'
import { type Bench, type Row, withProgram } from './bench.ts'
import { residentMegabytes } from './memory.ts'

const links = 2_000
const linksOfHost = 4
/** Length of a page in bytes. */
const pageBytes = 60_000

/**
 * P18: 2,000 new links to 500 hosts with a robots.txt each, until all are checked; by one instance and by two. The
 * hosts and their name server are in this process, and take processor time as well.
 */
export const linkCheckRows = async ({ stack, onProgress }: Bench): Promise<Row[]> => {
  const network = await startTestNetwork()
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  const another = () =>
    stack.startAnother('evidence', {
      CHECK_SOURCES: 'on',
      EVIDENCE_TEST_NETWORK: network.setting,
    })
  try {
    onProgress(`P18: ${links} links by one instance`)
    const alone = await withProgram(another(), ({ pid }) => measure(owner, network, [pid]))
    onProgress(`P18: ${links} links by two instances`)
    const shared = await withProgram(another(), ({ pid }) =>
      withProgram(another(), (second) => measure(owner, network, [pid, second.pid])),
    )
    return [
      hourlyRow('one instance', alone),
      hourlyRow('two instances', shared),
      {
        id: 'P18',
        what: 'resident memory of an instance that reads links, highest',
        bar: { is: 'at most', value: 150 },
        values: [alone.megabytes],
        unit: 'MB',
      },
      {
        id: 'P18',
        what: 'requests to one host within 2 seconds of the one before, by two instances',
        bar: { is: 'at most', value: 0 },
        values: [alone.tooSoon + shared.tooSoon],
        unit: 'count',
        note: 'arrivals at the host less than 1.9 s apart, because the way there varies',
      },
    ]
  } finally {
    await owner.end()
    await network.stop()
  }
}

type Measured = { seconds: number; checked: number; megabytes: number; tooSoon: number }

const measure = async (
  owner: pg.Client,
  network: TestNetwork,
  pids: readonly number[],
): Promise<Measured> => {
  await owner.query('TRUNCATE evidence.links, evidence.hosts, evidence.robots CASCADE')
  const hosts = Array.from({ length: links / linksOfHost }, (_, at) => `host${at}.example`)
  const lastRequests = new Map<string, number>()
  let tooSoon = 0
  const note = (host: string): void => {
    const now = performance.now()
    if (now - (lastRequests.get(host) ?? -Infinity) < 1_900) tooSoon += 1
    lastRequests.set(host, now)
  }
  const page = `<title>A page</title><p>${'Some words of a page. '.repeat(pageBytes / 22)}`
  for (const host of hosts) {
    network.host(host, {
      robots: (_request, response) => {
        note(host)
        response.writeHead(200).end('User-agent: *\nDisallow: /private')
      },
      handler: (_request, response) => {
        note(host)
        response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      },
    })
  }
  const startedAt = performance.now()
  await owner.query(
    `INSERT INTO evidence.links (key, address, host)
     SELECT host || n, 'http://' || host || '/' || n, host
     FROM unnest($1::text[]) AS host, generate_series(1, $2::integer) AS n`,
    [hosts, linksOfHost],
  )
  await owner.query('INSERT INTO evidence.hosts (host, due_at) SELECT unnest($1::text[]), now()', [
    hosts,
  ])
  let megabytes = 0
  for (;;) {
    megabytes = Math.max(megabytes, ...pids.map(residentMegabytes))
    const { rows } = await owner.query<{ checked: number }>(
      "SELECT count(*)::integer AS checked FROM evidence.links WHERE state = 'works'",
    )
    const checked = rows[0]?.checked ?? 0
    const seconds = (performance.now() - startedAt) / 1_000
    if (checked === links || seconds > 3_600) return { seconds, checked, megabytes, tooSoon }
    await delay(500)
  }
}

const hourlyRow = (what: string, { seconds, checked }: Measured): Row => ({
  id: 'P18',
  what: `links checked in an hour, ${what}`,
  bar: { is: 'at least', value: 10_000 },
  values: [(checked / seconds) * 3_600],
  unit: 'count',
  note: `${checked} links in ${seconds.toFixed(0)} s`,
})
