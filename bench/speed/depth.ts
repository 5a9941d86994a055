import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { type Measured, measure } from './load.ts'
import { separateMembersList } from './reading.ts'
import { memberAt, seedSubmissions } from './seed.ts'

const few = 10_000
const feed = '/api/boycotts'

/** P6: the cost of a page by the number of submissions and the page number. P15: the cost of filters. */
export const depthRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, isFull, runs, onProgress } = bench
  const { gateway, catalog, postgres } = stack.pids
  pin([gateway, catalog, postgres], [serverCore])
  const read = (query: string): Promise<Measured> =>
    measure({ url: stack.url, seconds: bench.seconds, lists: separateMembersList(query) }, [
      gateway,
      catalog,
      postgres,
    ])
  const small: Measured[] = []
  for (let run = 1; run <= runs; run += 1) {
    onProgress(`P6 page 1 of ${few} submissions, run ${run} of ${runs}`)
    small.push(await read('page=1'))
  }
  const many = isFull ? 1_000_000 : 310_000
  onProgress(`P6 seeding ${many} submissions`)
  await seedSubmissions(stack.ownerUrl, few, many)
  pin([postgres], [serverCore])
  const near = await interleaved(bench, 'P6 page 1 and page 300', {
    limit: () => read('page=1'),
    site: () => read('page=300'),
  })
  const deep = await interleaved(bench, 'P6 page 1 and page 10,000', {
    limit: () => read('page=1'),
    site: () => read('page=10000'),
  })
  const filtered = await filteredRows(bench, read)
  const response = await fetch(`${stack.url}${feed}?page=100001`)
  await response.arrayBuffer()
  return [
    ratioRow(
      `page 1 of ${many.toLocaleString('en')} submissions, to page 1 of ${few.toLocaleString('en')}`,
      small,
      near.limit,
      1.6,
    ),
    ratioRow('page 300, relative to page 1', near.limit, near.site, 1.3),
    ratioRow('page 10,000, relative to page 1', deep.limit, deep.site, null),
    {
      id: 'P6',
      what: 'page 10,000, one reader at a time',
      bar: { is: 'at most', value: 50 },
      values: await oneByOne(stack.url, `${feed}?page=10000`),
      unit: 'ms',
    },
    {
      id: 'P6',
      what: 'status for page 100,001',
      bar: { is: 'at least', value: 400 },
      values: [response.status],
      unit: 'count',
    },
    ...filtered,
  ]
}

const filters: readonly { what: string; query: string; limit: number }[] = [
  { what: 'of a frequent category', query: 'category=business', limit: 1.6 },
  { what: 'of a rare country', query: 'country=FJ', limit: 1.6 },
  { what: 'by Top of a month', query: 'sort=top&period=month', limit: 1.6 },
  { what: 'of a category in a country', query: 'category=product&country=DE', limit: 3 },
]

/** P15: filtered pages of the large feed, which no cache of the gateway holds. */
const filteredRows = async (
  bench: Bench,
  read: (query: string) => Promise<Measured>,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { what, query, limit } of filters) {
    const sides = await interleaved(bench, `P15 page ${what}`, {
      limit: () => read('page=1'),
      site: () => read(query),
    })
    rows.push(
      ratioRow(`page ${what}, relative to the whole feed`, sides.limit, sides.site, limit, 'P15'),
    )
  }
  const deep = await interleaved(bench, 'P15 page 300 of a category', {
    limit: () => read('category=business'),
    site: () => read('category=business&page=300'),
  })
  rows.push(
    ratioRow('page 300 of a category, relative to page 1', deep.limit, deep.site, 1.5, 'P15'),
  )
  return rows
}

/** Latency of one member's sequential requests, after a first one. */
const oneByOne = async (url: string, path: string): Promise<number[]> => {
  const times: number[] = []
  const { cookie, address } = memberAt(19_000)
  for (let at = 0; at <= 50; at += 1) {
    const startedAt = performance.now()
    const response = await fetch(url + path, { headers: { cookie, 'x-forwarded-for': address } })
    await response.arrayBuffer()
    if (at > 0) times.push(performance.now() - startedAt)
  }
  return times
}

const ratioRow = (
  what: string,
  base: readonly Measured[],
  side: readonly Measured[],
  value: number | null,
  id = 'P6',
): Row => {
  const [from, to] = [base, side].map((all) => all.map((one) => 1e6 / one.perProcessorSecond))
  return {
    id,
    what,
    bar: value === null ? null : { is: 'at most', value },
    values: ratios(to ?? [], from ?? []),
    unit: 'times',
    note: `CPU time of a page: ${(to ?? []).map(Math.round).join(', ')} to ${(from ?? []).map(Math.round).join(', ')} µs`,
  }
}
