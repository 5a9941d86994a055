import { loadPlaces } from '@answerable/infra/migrate/places/load-places'
import { createLog } from '@answerable/service-kit/log'
import type { Bench, Row } from './bench.ts'
import { interleaved, ratios } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { type Ask, dealt, type Measured, measure } from './load.ts'
import { membersList } from './reading.ts'
import { addressAt } from './seed.ts'
import {
  commonWord,
  rareWordAt,
  removeSubmissions,
  searchedSubmissions,
  seedSearch,
} from './seed-search.ts'

const connections = 10
/** More than are sent, so that no response is cached. */
const asks = 3_000
/** So that a 99th percentile is not that of a few requests. */
const minSeconds = 10

/** P13 and P14: search, suggestions, places and similar submissions among a million submissions. */
export const searchingRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, onProgress } = bench
  onProgress(`P13 seeding ${searchedSubmissions.toLocaleString('en')} submissions`)
  // Before the submissions, whose locations it would recognise.
  await removeSubmissions(stack.ownerUrl)
  await loadPlaces({
    databaseUrl: stack.ownerUrl,
    log: createLog({ service: 'bench', level: 'silent' }),
  })
  await seedSearch(stack.ownerUrl)
  const { gateway, catalog, auth, postgres } = stack.pids
  pin([gateway, catalog, auth, postgres], [serverCore])
  return [
    await latencyRow(bench, {
      id: 'P13',
      what: 'search for a rare word',
      maxMilliseconds: 30,
      rate: 50,
      pathAt: (at) => `/api/search?q=${rareWordAt(at)}`,
    }),
    await latencyRow(bench, {
      id: 'P13',
      what: 'search for a word in a third of all submissions',
      maxMilliseconds: 100,
      rate: 50,
      // Different excluded words make different requests.
      pathAt: (at) => `/api/search?q=${commonWord}%20-${rareWordAt(at)}`,
    }),
    await latencyRow(bench, {
      id: 'P13',
      what: 'search for the beginning of a thousand rare words',
      maxMilliseconds: 100,
      rate: 50,
      pathAt: (at) => `/api/search?q=-${rareWordAt(at)}%20matter${10 + (at % 40)}`,
    }),
    await pagesRow(bench),
    await latencyRow(bench, {
      id: 'P14',
      what: 'suggestions',
      maxMilliseconds: 25,
      rate: 100,
      pathAt: (at) => `/api/suggestions?q=${beginningAt(at)}`,
    }),
    await latencyRow(bench, {
      id: 'P14',
      what: 'places',
      maxMilliseconds: 25,
      rate: 100,
      pathAt: (at) => `/api/places?q=${beginningAt(at)}`,
    }),
    await latencyRow(bench, {
      id: 'P14',
      what: 'similar submissions',
      maxMilliseconds: 60,
      rate: 20,
      pathAt: (at) =>
        `/api/boycotts/similar?targetName=${beginningAt(at)}&reasons=${commonWord}%20${rareWordAt(at)}`,
    }),
  ]
}

const consonants = 'bcdfghjklmnpqrstvwxz'
const vowels = 'aeiou'

/** The beginning of a name: one to four letters. */
const beginningAt = (at: number): string => {
  const letters = [
    consonants[at % 20],
    vowels[Math.floor(at / 20) % 5],
    consonants[Math.floor(at / 100) % 20],
    vowels[Math.floor(at / 2_000) % 5],
  ]
  return letters.slice(0, 1 + (at % 4)).join('')
}

type Latencies = Pick<Row, 'id' | 'what'> & {
  maxMilliseconds: number
  /** Requests per second. */
  rate: number
  pathAt: (at: number) => string
}

let sent = 0

/** The 99th percentile at a rate. */
const latencyRow = async (
  { stack, runs, seconds, onProgress }: Bench,
  { id, what, maxMilliseconds, rate, pathAt }: Latencies,
): Promise<Row> => {
  const { gateway, catalog, postgres } = stack.pids
  const results: Measured[] = []
  for (let run = 1; run <= runs; run += 1) {
    onProgress(`${id} ${what}, run ${run} of ${runs}`)
    const list = Array.from({ length: asks }, (): Ask => {
      sent += 1
      return { path: pathAt(sent), headers: { 'x-forwarded-for': addressAt(sent) } }
    })
    const load = {
      url: stack.url,
      seconds: Math.max(seconds, minSeconds),
      lists: dealt(connections, list),
      rate,
    }
    results.push(await measure(load, [gateway, catalog, postgres]))
  }
  const costs = results.map((one) => Math.round(1e6 / one.perProcessorSecond))
  return {
    id,
    what: `${what}, 99th percentile at ${rate} a second`,
    bar: { is: 'at most', value: maxMilliseconds },
    values: results.map(({ latency }) => latency.p99),
    unit: 'ms',
    note: `median ${results.map(({ latency }) => latency.p50.toFixed(1)).join(', ')} ms; CPU time of a request: ${costs.join(', ')} µs`,
  }
}

const pagesRow = async (bench: Bench): Promise<Row> => {
  const { stack, seconds } = bench
  const { gateway, catalog, postgres } = stack.pids
  const read = (page: number): Promise<Measured> =>
    measure(
      { url: stack.url, seconds, lists: membersList(`/api/search?q=${commonWord}&page=${page}`) },
      [gateway, catalog, postgres],
    )
  const { site, limit } = await interleaved(bench, 'P13 page 1 and page 10', {
    limit: () => read(1),
    site: () => read(10),
  })
  const [near, far] = [limit, site].map((all) => all.map((one) => 1e6 / one.perProcessorSecond))
  return {
    id: 'P13',
    what: 'page 10 of a search, relative to page 1',
    bar: { is: 'at most', value: 1.5 },
    values: ratios(far ?? [], near ?? []),
    unit: 'times',
    note: `CPU time of a page: ${(far ?? []).map(Math.round).join(', ')} to ${(near ?? []).map(Math.round).join(', ')} µs`,
  }
}
