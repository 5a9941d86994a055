import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeSecrets } from '@answerable/infra/secrets/files'
import type { Bus, BusMessage } from '@answerable/service-kit/bus/bus'
import { natsBus } from '@answerable/service-kit/bus/nats-bus'
import { createLog } from '@answerable/service-kit/log'
import { startNatsWith } from '../tools/servers.ts'
import type { Finding } from './postgres.ts'
import { processWith, traceProcess } from './strace.ts'
import { brokenPromises, marksOf } from './trace.ts'

const shipped = join(import.meta.dirname, '../../infra/nats/nats.conf')

/**
 * Publishes events to a server with the shipped configuration and compares every acknowledgement with the
 * server's system calls: before the nth acknowledgement, n events must be synced.
 */
export const watchNats = async (
  strace: string,
  options: { clients: number; events: number; configure?: (text: string) => string },
): Promise<Finding> => {
  const home = mkdtempSync(join(tmpdir(), 'answerable-durability-'))
  writeSecrets(home, 'a master key for tests, of enough length')
  const configuration = join(home, 'nats/nats.conf')
  const text = readFileSync(shipped, 'utf8').replace('/data', join(home, 'data'))
  writeFileSync(configuration, options.configure?.(text) ?? text)
  const server = await startNatsWith(configuration)
  const url = new URL(readFileSync(join(home, 'catalog/nats-url'), 'utf8'))
  url.host = `127.0.0.1:${server.port}`
  const log = createLog({ service: 'durability', level: 'silent' })
  const bus = natsBus({ url: url.href, name: 'catalog', log, declares: ['catalog'] })
  try {
    // The stream exists once this event is published.
    await publishUntilTaken(bus)
    const tracing = await traceProcess(strace, processWith(configuration))
    const { began, acknowledgedAt } = await publish(bus, options)
    const calls = await tracing.stop()
    const writes = calls.filter(({ name, path }) => name === 'write' && isBlock(path))
    const bytes = writes.reduce((sum, { offset, end }) => sum + end - offset, 0) / options.events
    const first = Math.min(...writes.map(({ offset }) => offset))
    const promises = acknowledgedAt
      .toSorted((a, b) => a - b)
      .map((at, index) => ({ at, position: first + (index + 1) * bytes }))
    const ended = Math.max(...acknowledgedAt)
    const syncs = calls.filter(
      ({ name, path, endedAt }) =>
        name === 'sync' && isBlock(path) && endedAt >= began && endedAt <= ended,
    )
    return {
      clients: options.clients,
      responses: acknowledgedAt.length,
      syncs: syncs.length,
      broken: brokenPromises(
        promises,
        marksOf(calls, (path, offset) => (isBlock(path) ? offset : null)),
      ).length,
    }
  } finally {
    await bus.close()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** The messages of a stream. The few messages of these tests fit into one block. */
const isBlock = (path: string): boolean => /\/CATALOG\/msgs\/1\.blk$/.test(path)

const messageOf = (number: number): BusMessage => ({
  id: `event-${String(number).padStart(8, '0')}`,
  subject: 'catalog.durability',
  payload: { number: String(number).padStart(8, '0') },
  requestId: null,
})

const publishUntilTaken = async (bus: Bus): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      await bus.publish(messageOf(99_999_999))
      return
    } catch {
      await delay(50)
    }
  }
  throw new Error('NATS took no event')
}

const publish = async (
  bus: Bus,
  { clients, events }: { clients: number; events: number },
): Promise<{ began: number; acknowledgedAt: number[] }> => {
  const now = (): number => performance.timeOrigin + performance.now()
  const began = now()
  const acknowledgedAt: number[] = []
  let left = events
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await bus.publish(messageOf(left))
      acknowledgedAt.push(now())
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { began, acknowledgedAt }
}
