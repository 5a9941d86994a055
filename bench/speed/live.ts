import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, type Row, ratesBeside, withProgram } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { feedRequestRow } from './live-pages.ts'
import {
  type BroadcastResult,
  bareSide,
  broadcastRounds,
  gatewaySide,
  realtimeSide,
  type Side,
  warmUp,
  withSide,
} from './live-sides.ts'
import { lastSocketRow } from './live-votes.ts'
import { residentMegabytes } from './memory.ts'
import type { Program } from './stack.ts'

const sockets = 5_000
/** Number of submissions that change at once. */
const burst = 20
const settlingMilliseconds = 3_000

/** P7: one realtime process at its own port, and the gateway's figure. */
export const liveRows = (bench: Bench): Promise<Row[]> =>
  withProgram(bench.stack.startAnother('realtime', {}), async (realtime) => [
    ...(await fanOutRows(bench, realtime)),
    await lastSocketRow(bench, realtime),
    await feedRequestRow(bench),
  ])

const fanOutRows = async (bench: Bench, realtime: Program): Promise<Row[]> => {
  pin([realtime.pid], [serverCore])
  bench.onProgress(`P7 ${sockets} idle sockets`)
  await delay(settlingMilliseconds)
  const before = residentMegabytes(realtime.pid)
  return withSide(realtimeSide(bench, realtime, sockets), async (site) => {
    await delay(settlingMilliseconds)
    const grown = residentMegabytes(realtime.pid) - before
    const { bare, single, bursts } = await withSide(bareSide(sockets), (limit) =>
      measureBroadcasts(bench, site, limit),
    )
    return [
      asRow('uncoalesced, relative to a bare ws broadcast', {
        site: single,
        limit: bare,
        atLeast: 0.8,
      }),
      asRow(`in bursts of ${burst}`, { site: bursts, limit: bare, atLeast: 4 }),
      await gatewayRow(bench, bare),
      {
        id: 'P7',
        what: `resident memory per socket, ${sockets.toLocaleString('en')} idle sockets`,
        bar: { is: 'at most', value: 10 },
        values: [(grown * 1_024) / sockets],
        unit: 'kB',
        note: `${before.toFixed(0)} MB without sockets`,
      },
    ]
  })
}

/** Alternates the two sides, so that disturbances of the machine affect both. */
const measureBroadcasts = async (bench: Bench, site: Side, limit: Side) => {
  const seconds = bench.seconds / 2
  const bare: BroadcastResult[] = []
  const single: BroadcastResult[] = []
  const bursts: BroadcastResult[] = []
  await warmUp(limit, 1)
  await warmUp(site, 1)
  await warmUp(site, burst)
  for (let run = 1; run <= bench.runs; run += 1) {
    bench.onProgress(`P7 fan-out to ${sockets} sockets, run ${run} of ${bench.runs}`)
    bare.push(await broadcastRounds(limit, { messages: 1, seconds }))
    single.push(await broadcastRounds(site, { messages: 1, seconds }))
    bursts.push(await broadcastRounds(site, { messages: burst, seconds }))
  }
  return { bare, single, bursts }
}

const gatewayRow = (bench: Bench, bare: readonly BroadcastResult[]): Promise<Row> => {
  bench.onProgress(`P7 fan-out to ${sockets} sockets through the gateway`)
  return withSide(gatewaySide(bench, sockets), async (site) => {
    await warmUp(site, 1)
    const through = await broadcastRounds(site, { messages: 1, seconds: bench.seconds / 2 })
    const limit = bare.slice(0, 1)
    return asRow('through the gateway, uncoalesced', { site: [through], limit, atLeast: null })
  })
}

const asRow = (
  what: string,
  sides: {
    site: readonly BroadcastResult[]
    limit: readonly BroadcastResult[]
    atLeast: number | null
  },
): Row => {
  const { byProcessor, ...figures } = ratesBeside(sides.site, sides.limit)
  return {
    id: 'P7',
    what: `fan-out to ${sockets.toLocaleString('en')} sockets, ${what}`,
    bar: sides.atLeast === null ? null : { is: 'at least', value: sides.atLeast },
    ...figures,
    unit: 'times',
    note: `deliveries ${byProcessor}`,
  }
}
