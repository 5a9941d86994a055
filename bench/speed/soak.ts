import { readdirSync } from 'node:fs'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import pg from 'pg'
import { median } from '../page/statistics.ts'
import type { Bench, Row } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import { mixedDay, shownOnPages } from './day.ts'
import { send } from './load.ts'
import { residentMegabytes } from './memory.ts'
import type { Stack } from './stack.ts'

type Sample = {
  minute: number
  megabytes: ByProgram
  descriptors: ByProgram
  connections: number
}

/** Share of the duration in which caches and pools fill and code is compiled. */
const warmUpShare = 1 / 6
const stepSeconds = 15
/** Calls between services share about a hundred connections, some of which are replaced. */
const maxDescriptors = 10

/** R9: a mixed day at half of the capacity, and whether memory, descriptors or connections grow. */
export const soakRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, soakMinutes, onProgress } = bench
  pin(Object.values(stack.pids), [serverCore, loadCore])
  stack.favourDoors()
  const shown = await shownOnPages(stack.url)
  await send({ url: stack.url, seconds: 5, lists: mixedDay(shown) })
  const peak = await send({ url: stack.url, seconds: 5, lists: mixedDay(shown) })
  const rate = Math.round(peak.perSecond / 2)
  const database = new pg.Client({ connectionString: stack.ownerUrl })
  await database.connect()
  const samples: Sample[] = []
  const refused: Record<string, number> = {}
  const startedAt = performance.now()
  const minute = (): number => (performance.now() - startedAt) / 60_000
  try {
    while (minute() < soakMinutes * (1 + warmUpShare)) {
      const load = { url: stack.url, seconds: stepSeconds, lists: mixedDay(shown), maxRate: rate }
      const { statuses } = await send(load)
      for (const [status, times] of Object.entries(statuses)) {
        if (Number(status) >= 400) refused[status] = (refused[status] ?? 0) + times
      }
      const sample = { minute: minute(), ...(await sampleOf(stack, database)) }
      onProgress(`R9 ${describe(sample)}`)
      if (minute() > soakMinutes * warmUpShare) samples.push(sample)
    }
  } finally {
    await database.end()
  }
  const growth = (of: (sample: Sample) => number): number =>
    slope(samples.map((sample) => ({ x: sample.minute, y: of(sample) }))) * 10
  const row = (what: string, of: (sample: Sample) => number, unit: Row['unit']): Row => ({
    id: 'R9',
    what: `${what}, growth in ten minutes`,
    bar: { is: 'at most', value: 1 },
    values: [growth(of)],
    unit,
  })
  const parts = serviceNames.map((name) => `${name} ${growth((s) => s.megabytes[name]).toFixed(1)}`)
  const [first, last] = [samples.at(0), samples.at(-1)]
  const sums = samples.map(({ megabytes }) => sum(megabytes))
  const between = `${Math.min(...sums).toFixed(0)} to ${Math.max(...sums).toFixed(0)} MB`
  return [
    {
      ...row('resident memory', ({ megabytes }) => sum(megabytes), 'MB'),
      note: `${between}; ${parts.join(', ')}; ${rate}/s for ${soakMinutes} minutes, refused ${JSON.stringify(refused)}`,
    },
    {
      ...row('open descriptors', ({ descriptors }) => sum(descriptors), 'count'),
      bar: { is: 'at most', value: maxDescriptors },
      note: [first, last].map((at) => (at ? inWords(at.descriptors) : '')).join(' at first; '),
    },
    {
      ...row('connections to PostgreSQL', ({ connections }) => connections, 'count'),
      note: `${first?.connections} at first, ${last?.connections} at last`,
    },
  ]
}

type ByProgram = Readonly<Record<ServiceName, number>>

const byProgram = (figure: (name: ServiceName) => number): ByProgram =>
  Object.fromEntries(serviceNames.map((name) => [name, figure(name)])) as ByProgram

const sum = (parts: ByProgram): number => Object.values(parts).reduce((all, part) => all + part, 0)

const inWords = (parts: ByProgram): string =>
  serviceNames.map((name) => `${name} ${parts[name].toFixed(0)}`).join(', ')

const sampleOf = async (stack: Stack, database: pg.Client): Promise<Omit<Sample, 'minute'>> => {
  const megabytes = byProgram((name) => residentMegabytes(stack.pids[name]))
  const descriptors = byProgram((name) => readdirSync(`/proc/${stack.pids[name]}/fd`).length)
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = ANY($1)`,
    [serviceNames],
  )
  return { megabytes, descriptors, connections: rows[0]?.count ?? 0 }
}

const describe = ({ minute, megabytes, descriptors, connections }: Sample): string =>
  [
    `minute ${minute.toFixed(1)}: ${sum(megabytes).toFixed(0)} MB (${inWords(megabytes)})`,
    `${sum(descriptors)} descriptors (${inWords(descriptors)})`,
    `${connections} connections`,
  ].join('; ')

/** The median of the slopes of all pairs (Theil–Sen), which a single step of the heap does not distort. */
const slope = (points: readonly { x: number; y: number }[]): number => {
  const slopes = points.flatMap((one, at) =>
    points.slice(at + 1).map((other) => (other.y - one.y) / (other.x - one.x)),
  )
  return slopes.length === 0 ? Number.NaN : median(slopes)
}
