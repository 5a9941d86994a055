import { type Bench, interleaved, type Row, ratesBeside, ratios, withProgram } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { type LimitKind, preparedResponse, startLimit } from './limits.ts'
import { type Ask, alike, dealt, type Load, type Measured, measure } from './load.ts'
import { addressAt, memberAt, submissionAt } from './seed.ts'

const connections = 50
const feed = '/api/boycotts'

/** P1, P2 and P3. */
export const readingRows = async (bench: Bench): Promise<Row[]> => {
  const { stack } = bench
  const { gateway, catalog, auth, postgres } = stack.pids
  pin([gateway, catalog, auth, postgres], [serverCore])
  const page = await preparedResponse(`${stack.url}${feed}`)
  const item = await preparedResponse(`${stack.url}${feed}/${submissionAt(5)}`)
  const held = { path: feed, headers: { 'if-none-match': page.etag } }
  const whole = await beside(bench, 'P1 feed page', {
    limit: { is: 'bare', response: page },
    lists: alike(connections, [{ path: feed }]),
    pids: [gateway],
  })
  const unchanged = await beside(bench, 'P1 feed page, 304', {
    limit: { is: 'express 304', response: page },
    lists: alike(connections, [held]),
    pids: [gateway],
  })
  const detail = await beside(bench, 'P3 detail', {
    limit: { is: 'bare', response: item },
    lists: alike(connections, [{ path: `${feed}/${submissionAt(5)}` }]),
    pids: [gateway],
  })
  return [
    asRow('P1', 'anonymous feed page, relative to bare node:http', whole, 0.5),
    asRow('P1', 'the same with If-None-Match, relative to Express with 304', unchanged, 0.5),
    {
      id: 'P1',
      what: 'its 99th percentile, relative to bare node:http',
      bar: { is: 'at most', value: 3 },
      values: ratios(
        whole.site.map(({ latency }) => latency.p99),
        whole.limit.map(({ latency }) => latency.p99),
      ),
      unit: 'times',
    },
    ...(await uncachedRows(bench)),
    asRow('P3', 'cached submission, relative to bare node:http', detail, 0.4),
  ]
}

const uncachedRows = async (bench: Bench): Promise<Row[]> => {
  const { gateway, catalog, postgres } = bench.stack.pids
  const databaseUrl = bench.stack.catalogDatabaseUrl
  return withProgram(startLimit({ is: 'plain', databaseUrl }), async (plain) =>
    withProgram(startLimit({ is: 'proxy', target: plain.url }), async (proxy) => {
      const compare = async (what: string, site: () => Load['lists'], plainly: Load['lists']) =>
        interleaved(bench, what, {
          site: () =>
            measure({ url: bench.stack.url, seconds: bench.seconds, lists: site() }, [
              gateway,
              catalog,
              postgres,
            ]),
          limit: () =>
            measure({ url: proxy.url, seconds: bench.seconds, lists: plainly }, [
              proxy.pid,
              plain.pid,
              postgres,
            ]),
        })
      const pages = distinctPages()
      const anonymous = await compare('P2 feed page that is not kept', () => pages, pages)
      const signedIn = await compare(
        'P2 signed-in feed',
        () => membersList(feed),
        alike(connections, [{ path: feed, headers: { 'x-viewer': memberAt(7).id } }]),
      )
      const items = distinctItems()
      const detail = await compare('P3 detail that is not kept', () => items, items)
      return [
        asRow('P2', 'uncached feed page, relative to the plain implementation', anonymous, 1.3),
        asRow(
          'P2',
          'signed-in feed with votes, relative to the plain implementation',
          signedIn,
          1.3,
        ),
        asRow('P3', 'uncached submission, relative to the plain implementation', detail, 1.3),
      ]
    }),
  )
}

/** More keys than requests in the second for which a response is cached; thirty rows on average. */
const distinctPages = (): Load['lists'] => {
  const paths: string[] = []
  for (const sort of ['hot', 'new', 'top']) {
    for (let limit = 16; limit <= 44; limit += 1) {
      for (let page = 1; page <= 60; page += 1) {
        paths.push(`${feed}?page=${page}&limit=${limit}&sort=${sort}`)
      }
    }
  }
  return dealt(connections, eachFromAnAddress(paths))
}

const submissions = 10_000

/**
 * Every page with 11 to 49 rows: some 46,000 in a mixed order. Even at ten times the load, no page is
 * requested again while a gateway has it cached.
 */
export const everyPage = (width: number): Load['lists'] => {
  const paths: string[] = []
  for (let limit = 11; limit <= 49; limit += 1) {
    for (let page = 1; page * limit <= submissions; page += 1) {
      for (const sort of ['hot', 'new', 'top']) {
        paths.push(`${feed}?page=${page}&limit=${limit}&sort=${sort}`)
      }
    }
  }
  const mixed = paths.map((_path, at) => paths[(at * mixingStep) % paths.length] ?? feed)
  return dealt(width, eachFromAnAddress(mixed))
}

/** A prime, so that every page occurs once. */
const mixingStep = 7_919

export const distinctItems = (): Load['lists'] => {
  const paths = Array.from({ length: 9_900 }, (_, at) => `${feed}/${submissionAt(at)}`)
  return dealt(connections, eachFromAnAddress(paths))
}

const eachFromAnAddress = (paths: readonly string[]): Ask[] =>
  paths.map((path, at) => ({ path, headers: { 'x-forwarded-for': addressAt(at) } }))

let firstReader = 0
const readersOfConnection = 4

/** Different members each time, because each member's reads are limited. */
export const membersList = (path: string): Load['lists'] => {
  firstReader += connections * readersOfConnection
  return Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: readersOfConnection }, (_reader, at): Ask => {
      const { cookie, address } = memberAt(firstReader + connection * readersOfConnection + at)
      return { path, headers: { cookie, 'x-forwarded-for': address } }
    }),
  )
}

/**
 * The same for a page of the feed whose query begins with its number. The connections write its address with other
 * numbers of zeros, so that hardly any two reads are sent together.
 */
export const separateMembersList = (query: string): Load['lists'] =>
  membersList('').map((list, connection) => {
    const limit = `${'0'.repeat(connection % 8)}30`
    const zeros = '0'.repeat(Math.floor(connection / 8) % 5)
    const path = `${feed}?${query.replace('page=', `page=${zeros}`)}&limit=${limit}`
    return list.map((ask) => ({ ...ask, path }))
  })

type Pair = { site: Measured[]; limit: Measured[] }

export const beside = (
  bench: Bench,
  what: string,
  { limit, lists, pids }: { limit: LimitKind; lists: Load['lists']; pids: number[] },
): Promise<Pair> =>
  withProgram(startLimit(limit), (server) =>
    interleaved(bench, what, {
      site: () => measure({ url: bench.stack.url, seconds: bench.seconds, lists }, pids),
      limit: () => measure({ url: server.url, seconds: bench.seconds, lists }, [server.pid]),
    }),
  )

export const asRow = (id: string, what: string, { site, limit }: Pair, atLeast: number): Row => {
  const { byProcessor, ...figures } = ratesBeside(site, limit)
  const refused = [...site, ...limit].flatMap(({ statuses, failed }) => [
    failed,
    ...Object.entries(statuses).map(([code, count]) => (Number(code) >= 400 ? count : 0)),
  ])
  const failures = refused.reduce((sum, count) => sum + count, 0)
  return {
    id,
    what,
    bar: { is: 'at least', value: atLeast },
    ...figures,
    unit: 'times',
    note: [byProcessor, ...(failures === 0 ? [] : [`${failures} requests failed`])].join('; '),
  }
}
