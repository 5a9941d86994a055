import { readdirSync, readFileSync } from 'node:fs'
import type { Bench, Row } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import { alike, send } from './load.ts'
import { membersList } from './reading.ts'

const programs = ['gateway', 'auth', 'catalog', 'moderation', 'diagnostics', 'realtime'] as const

export const residentMegabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

const resident = ({ stack }: Bench): number =>
  programs.reduce((sum, name) => sum + residentMegabytes(stack.pids[name]), 0)

/** P8, as far as memory goes: gateway and services together. */
export const idleMemoryRows = async (bench: Bench): Promise<Row[]> => [
  {
    id: 'P8',
    what: 'gateway and services, resident before any load',
    bar: { is: 'at most', value: 590 },
    values: [resident(bench)],
    unit: 'MB',
  },
]

export const loadedMemoryRows = async (bench: Bench): Promise<Row[]> => [
  {
    id: 'P8',
    what: 'gateway and services, resident after all of the above',
    bar: { is: 'at most', value: 1_050 },
    values: [resident(bench)],
    unit: 'MB',
  },
]

const soakMinutes = 15
const warmUpMinutes = 3

/** R9: fifteen minutes at half of what is possible. */
export const soakRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, onProgress } = bench
  pin(Object.values(stack.pids), [serverCore, loadCore])
  const mixed = () => [
    ...alike(40, [{ path: '/api/boycotts' }]),
    ...membersList('/api/boycotts').slice(0, 2),
  ]
  const { perSecond } = await send({ url: stack.url, seconds: 5, lists: mixed() })
  const samples: { minute: number; megabytes: number; descriptors: number }[] = []
  const startedAt = performance.now()
  const minute = (): number => (performance.now() - startedAt) / 60_000
  while (minute() < soakMinutes + warmUpMinutes) {
    await send({ url: stack.url, seconds: 15, lists: mixed(), rate: Math.round(perSecond / 2) })
    onProgress(`R9 minute ${minute().toFixed(1)}: ${resident(bench).toFixed(0)} MB`)
    if (minute() > warmUpMinutes) {
      const descriptors = programs.reduce(
        (sum, name) => sum + readdirSync(`/proc/${stack.pids[name]}/fd`).length,
        0,
      )
      samples.push({ minute: minute(), megabytes: resident(bench), descriptors })
    }
  }
  const figures: Row = {
    id: 'R9',
    what: 'growth of resident memory in ten minutes',
    bar: { is: 'at most', value: 1 },
    values: [slope(samples.map(({ minute: x, megabytes: y }) => ({ x, y }))) * 10],
    unit: 'MB',
  }
  const descriptors = slope(samples.map(({ minute: x, descriptors: y }) => ({ x, y }))) * 10
  return [{ ...figures, note: `descriptors grow by ${descriptors.toFixed(1)} in ten minutes` }]
}

/** By least squares. */
const slope = (points: readonly { x: number; y: number }[]): number => {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const covariance = mean((point) => (point.x - x) * (point.y - y))
  return covariance / mean((point) => (point.x - x) ** 2)
}
