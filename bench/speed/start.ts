import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import type { Environment } from '@answerable/service-kit/config'
import { endWithParent } from '@answerable/site/end-with-parent'
import { freePort } from '@answerable/site/free-port'
import { median } from '../page/statistics.ts'
import { type Bench, type Row, ratios } from './bench.ts'
import { processorSeconds } from './cores.ts'
import { alike, send } from './load.ts'
import { residentMegabytes } from './memory.ts'
import { sourcesOf } from './programs.ts'

const root = join(import.meta.dirname, '../..')

/**
 * P8: time from the start of a process until it is ready, beside a bare Express with pg; and the whole site
 * as one process.
 */
export const startRows = async (bench: Bench): Promise<Row[]> => [
  await servicesRow(bench),
  ...(await siteRows(bench)),
]

const maxStartMilliseconds = 60_000

type Start = { file: string; environment: Environment; path: string }

/** Time from the start of a process to its first response, in milliseconds. */
const timed = async ({ file, environment, path }: Start) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}${path}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  endWithParent(child, 'TERM')
  const ended = once(child, 'exit')
  const isResponding = async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(2_000)
    const response = await fetch(url, { signal }).catch(() => null)
    await response?.arrayBuffer().catch(() => {})
    return response?.status === 200
  }
  while (!(await isResponding())) {
    const isLate = performance.now() - startedAt > maxStartMilliseconds
    if (isLate || child.exitCode !== null) throw new Error(`${file} does not start`)
    await delay(5)
  }
  const milliseconds = performance.now() - startedAt
  const pid = child.pid ?? 0
  const processorMilliseconds = processorSeconds([pid]) * 1_000
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return { url, pid, milliseconds, processorMilliseconds, stop }
}

type Time = { clock: number; processor: number }

const timeOf = async (start: Start): Promise<Time> => {
  const { milliseconds, processorMilliseconds, stop } = await timed(start)
  await stop('SIGKILL')
  return { clock: milliseconds, processor: processorMilliseconds }
}

const bareService = join(import.meta.dirname, 'bare-service.ts')

const servicesRow = async ({ stack, runs, onProgress }: Bench): Promise<Row> => {
  const bare: Time[] = []
  const own: Record<ServiceName, Time[]> = {
    gateway: [],
    auth: [],
    catalog: [],
    moderation: [],
    diagnostics: [],
    notifications: [],
    evidence: [],
    realtime: [],
  }
  // One more, because the first start of each program compiles its code.
  for (let run = 0; run <= runs + 1; run += 1) {
    onProgress(`P8 starts, run ${run} of ${runs + 1}`)
    const environment = stack.environmentOf('catalog')
    const limit = await timeOf({ file: bareService, environment, path: '/ready' })
    if (run > 0) bare.push(limit)
    for (const name of serviceNames) {
      const file = join(sourcesOf(name), 'main.ts')
      const environment = stack.environmentOf(name)
      const time = await timeOf({ file, environment, path: '/ready' })
      if (run > 0) own[name].push(time)
    }
  }
  const ratiosOf = (name: ServiceName, by: keyof Time): number[] =>
    ratios(
      own[name].map((time) => time[by]),
      bare.map((time) => time[by]),
    )
  const ratioOf = (name: ServiceName, by: keyof Time = 'clock'): number =>
    median(ratiosOf(name, by))
  const slowestFirst = [...serviceNames].sort((one, other) => ratioOf(other) - ratioOf(one))
  const [worst = 'gateway'] = slowestFirst
  const inWords = (by: keyof Time): string =>
    slowestFirst.map((name) => `${name} ${ratioOf(name, by).toFixed(2)}`).join(', ')
  return {
    id: 'P8',
    what: `time to ready of ${worst} (slowest), relative to bare Express with pg`,
    bar: { is: 'at most', value: 4 },
    values: ratiosOf(worst, 'clock'),
    unit: 'times',
    site: own[worst].map(({ clock }) => clock),
    limit: bare.map(({ clock }) => clock),
    note: `${inWords('clock')}; in CPU time ${inWords('processor')}`,
  }
}

const idleSeconds = 5

const siteRows = async ({ runs, onProgress }: Bench): Promise<Row[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-start-'))
  // PostgreSQL may run under an account of its own.
  chmodSync(directory, 0o711)
  const times: number[] = []
  let idle = 0
  let loaded = 0
  try {
    // The first start creates the data directory and builds the web if needed.
    for (let run = 0; run <= runs; run += 1) {
      onProgress(`P8 npm start, run ${run} of ${runs}`)
      const environment = { PATH: process.env.PATH, DATA_DIR: join(directory, 'data') }
      const file = join(root, 'site/main.ts')
      const site = await timed({ file, environment, path: '/' })
      if (run > 0) times.push(site.milliseconds)
      if (run === runs) {
        await delay(idleSeconds * 1_000)
        idle = residentMegabytes(site.pid)
        await send({ url: site.url, seconds: 5, lists: alike(50, [{ path: '/api/boycotts' }]) })
        loaded = residentMegabytes(site.pid)
      }
      await site.stop('SIGTERM')
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return [
    {
      id: 'P8',
      what: 'npm start until the first page is served',
      bar: { is: 'at most', value: 3_000 },
      values: times,
      unit: 'ms',
    },
    {
      id: 'P8',
      what: 'resident memory as one process, without PostgreSQL',
      bar: { is: 'at most', value: 350 },
      values: [idle],
      unit: 'MB',
      note: `${loaded.toFixed(0)} MB after five seconds of reading by 50 connections`,
    },
  ]
}
