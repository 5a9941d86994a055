import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import { type Ask, alike, type Load, measure, send } from './load.ts'
import { everyPage } from './reading.ts'
import { addressAt, memberAt } from './seed.ts'

const connections = 50
const feed = '/api/boycotts'

/** The generator of independent requests hardly sends more beside the site on two cores. */
const maxOpenRate = 8_000

/** P12: a mixed day, and its latency at half of the capacity. */
export const dayRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, seconds } = bench
  const { gateway, catalog, auth, postgres } = stack.pids
  // Measures the whole site as deployed: it may use all time that the load generator leaves.
  stack.favourDoors()
  pin([gateway, catalog, auth, postgres], [serverCore, loadCore])
  const shown = await shownOnPages(stack.url)
  const { site, limit } = await interleaved(bench, 'P12 mixed day', {
    site: () => measure({ url: stack.url, seconds, lists: mixedDay(shown) }, [gateway]),
    limit: () =>
      measure({ url: stack.url, seconds, lists: alike(connections, [{ path: feed }]) }, [gateway]),
  })
  const peak = Math.max(...site.map(({ perSecond }) => perSecond))
  const rate = Math.min(Math.round(peak / 2), maxOpenRate)
  bench.onProgress('P12 at a fixed rate')
  const steady = await send({
    url: stack.url,
    seconds: seconds * 2,
    lists: mixedDay(shown),
    rate,
  })
  const [one, other] = [site, limit].map((side) => side.map(({ perSecond }) => perSecond))
  return [
    {
      id: 'P12',
      what: '95 % feed, 4 % detail, 1 % votes, relative to P1',
      bar: { is: 'at least', value: 0.5 },
      values: ratios(one ?? [], other ?? []),
      unit: 'times',
      site: one ?? [],
      limit: other ?? [],
    },
    {
      id: 'P12',
      what: `median latency at ${rate.toLocaleString('en')} requests a second`,
      bar: null,
      values: [steady.latency.p50],
      unit: 'ms',
      note: `p99 ${steady.latency.p99.toFixed(1)} ms, longest ${steady.latency.max.toFixed(0)} ms`,
    },
  ]
}

/** P11: ten times the capacity. */
export const overloadRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, seconds, isFull } = bench
  const { gateway, catalog, auth, postgres } = stack.pids
  pin([gateway, catalog, auth, postgres], [serverCore])
  stack.favourDoors()
  bench.onProgress('P11 capacity')
  await send({ url: stack.url, seconds, lists: everyPage(connections) })
  const normal = await send({ url: stack.url, seconds, lists: everyPage(connections) })
  bench.onProgress('P11 overload')
  const lists = everyPage(500)
  const overload = await send({
    url: stack.url,
    seconds: isFull ? 60 : 10,
    lists,
    maxRate: Math.round(normal.perSecond * 10),
  })
  await delay(5_000)
  const after = await send({ url: stack.url, seconds, lists: everyPage(connections) })
  const row = (what: string, value: number, bar: Row['bar'], unit: Row['unit']): Row => ({
    id: 'P11',
    what,
    bar,
    values: [value],
    unit,
  })
  return [
    row(
      'throughput under tenfold load, relative to capacity',
      overload.perSecond / normal.perSecond,
      { is: 'at least', value: 0.8 },
      'times',
    ),
    row(
      '99th percentile latency of successful requests',
      overload.latency.p99,
      { is: 'at most', value: 1_000 },
      'ms',
    ),
    row(
      '99th percentile latency of rejected requests',
      overload.refusalLatency.p99,
      { is: 'at most', value: 50 },
      'ms',
    ),
    {
      ...row(
        'throughput five seconds later, relative to capacity',
        after.perSecond / normal.perSecond,
        { is: 'at least', value: 0.8 },
        'times',
      ),
      note: `${Math.round(normal.perSecond)}/s before; under load ${JSON.stringify(overload.statuses)}, ${overload.failed} without a response`,
    },
  ]
}

let firstVoter = 10_000

const sorts = ['hot', 'hot', 'hot', 'new', 'top']
const pages = 3

/** Ids of the submissions on the pages that a mixed day reads. */
export const shownOnPages = async (url: string): Promise<string[]> => {
  const shown = new Set<string>()
  for (const sort of new Set(sorts)) {
    for (let page = 1; page <= pages; page += 1) {
      const response = await fetch(`${url}${feed}?page=${page}&sort=${sort}`)
      for (const { id } of (await response.json()) as { id: string }[]) shown.add(id)
    }
  }
  return [...shown]
}

/**
 * The requests of a mixed day on fifty connections: pages are read, and their submissions opened and voted
 * on by different members.
 */
export const mixedDay = (shown: readonly string[]): Load['lists'] => {
  firstVoter += connections
  return Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: 2_000 }, (_ask, at): Ask => {
      // Spread evenly over the connections, so that the mix is constant.
      const kind = (at + connection * (100 / connections)) % 100
      const number = at * 31 + connection * 977
      const address = addressAt((number * 7) % 100_000)
      const id = shown[number % shown.length] ?? ''
      if (kind === 0) return voteOf(id, firstVoter + connection + (at % 7) * connections, number)
      if (kind <= 4) {
        const path = `${feed}/${id}`
        return { path, headers: { 'x-forwarded-for': address } }
      }
      const sort = sorts[number % sorts.length]
      const page = 1 + (number % pages)
      return { path: `${feed}?page=${page}&sort=${sort}`, headers: { 'x-forwarded-for': address } }
    }),
  )
}

const voteOf = (id: string, voter: number, number: number): Ask => {
  const { cookie, address } = memberAt(voter % 20_000)
  return {
    method: 'POST',
    path: `${feed}/${id}/vote`,
    headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: JSON.stringify({ value: number % 2 === 0 ? 1 : -1 }),
  }
}
