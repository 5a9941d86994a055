import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { submissionChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { natsBus } from '@answerable/service-kit/bus/nats-bus'
import { createLog } from '@answerable/service-kit/log'
import { type Audience, openAudience } from './audience.ts'
import type { Bench } from './bench.ts'
import { pin, processorSeconds, serverCore } from './cores.ts'
import { addressAt, submissionAt } from './seed.ts'
import type { Program, Stack } from './stack.ts'

/** A broadcaster and its sockets. */
export type Side = {
  audience: Audience
  /** The processes whose processor time counts. */
  pids: readonly number[]
  /** Broadcasts this number of messages to all sockets. */
  broadcast: (messages: number) => Promise<void>
}

export const withSide = async <Result>(
  opening: Promise<Side & { close: () => Promise<void> }>,
  work: (side: Side) => Promise<Result>,
): Promise<Result> => {
  const side = await opening
  try {
    return await work(side)
  } finally {
    await side.audience.close()
    await side.close()
  }
}

const oneMessage = JSON.stringify({
  type: 'VOTE_UPDATE',
  submissionId: submissionAt(0),
  version: 1_000,
  score: 100,
  commentCount: 3,
})

/** The limit: ws as in its documentation, sending the same frame. */
export const bareSide = async (count: number) => {
  const child = fork(join(import.meta.dirname, 'bare-broadcast.ts'))
  const ended = once(child, 'exit')
  const pid = child.pid ?? 0
  pin([pid], [serverCore])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const audience = await openAudience({ url: `http://127.0.0.1:${port}`, count, heads: [''] })
  return {
    audience,
    pids: [pid],
    broadcast: async (messages: number) => {
      for (let sent = 0; sent < messages; sent += 1) child.send(oneMessage)
    },
    close: async () => {
      child.disconnect()
      await ended
    },
  }
}

/** One realtime process at its own port, with changes from the bus. */
export const realtimeSide = async (bench: Bench, program: Program, count: number) => {
  const { stack } = bench
  pin([program.pid], [serverCore])
  const heads = [`x-passport: ${stack.socketPassport()}\r\n`]
  const audience = await openAudience({ url: program.url, count, heads })
  const { publish, close } = await openChanges(stack)
  return { audience, pids: [program.pid], broadcast: publish, close }
}

/** Sockets as pages open them: through the gateway. */
export const gatewaySide = async ({ stack }: Bench, count: number) => {
  const { gateway, realtime } = stack.pids
  pin([gateway, realtime], [serverCore])
  const audience = await openAudience({ url: stack.url, count, heads: networks(count) })
  const { publish, close } = await openChanges(stack)
  return { audience, pids: [gateway, realtime], broadcast: publish, close }
}

/** Below the limit of 500 sockets per network. */
const socketsOfNetwork = 400
let firstNetwork = 60_000

/** New networks each time, because each may open a limited number of sockets per minute. */
export const networks = (sockets: number): string[] => {
  const count = Math.ceil(sockets / socketsOfNetwork)
  firstNetwork += count
  return Array.from(
    { length: count },
    (_, at) => `x-forwarded-for: ${addressAt(firstNetwork - count + at)}\r\n`,
  )
}

let changes = 0

/** Publishes changes, each of a different submission. */
const openChanges = async (stack: Stack) => {
  const log = createLog({ service: 'bench', level: 'silent' })
  const bus: Bus = natsBus({ url: stack.natsUrl, name: 'bench', log })
  while (!bus.isConnected()) await delay(20)
  const publishOne = async (): Promise<void> => {
    changes += 1
    const change = {
      submissionId: submissionAt(changes % 5_000),
      version: 1_000 + changes,
      score: 100,
      commentCount: 3,
      approved: true,
      cause: 'numbers',
    }
    const payload = { changes: [change] }
    const id = randomUUID()
    await bus.publish({ id, subject: submissionChanged.subject, payload, requestId: null })
  }
  return {
    publish: async (messages: number): Promise<void> => {
      await Promise.all(Array.from({ length: messages }, publishOne))
    },
    close: () => bus.close(),
  }
}

/** Longer than the interval between two broadcasts of realtime. */
const paceMilliseconds = 60
const warmUpRounds = 10

export type BroadcastResult = {
  /** Messages received per second, from the broadcast to the last arrival. */
  perSecond: number
  perProcessorSecond: number
  /** From the broadcast to the last arrival, in milliseconds. */
  times: number[]
}

/** Repeats broadcasts until V8 has compiled the code. */
export const warmUp = async (side: Side, messages: number): Promise<void> => {
  for (let round = 0; round < warmUpRounds; round += 1) await broadcastOnce(side, messages)
}

/** Returns the time until all sockets have received the messages. */
const broadcastOnce = async ({ audience, broadcast }: Side, messages: number): Promise<number> => {
  const startedAt = now()
  await broadcast(messages)
  const time = (await audience.hear(messages)) - startedAt
  await delay(Math.max(0, startedAt + paceMilliseconds - now()))
  return time
}

/** Repeats a broadcast of this many messages, each after the previous one has arrived everywhere. */
export const broadcastRounds = async (
  side: Side,
  { messages, seconds }: { messages: number; seconds: number },
): Promise<BroadcastResult> => {
  const times: number[] = []
  const before = processorSeconds(side.pids)
  const end = now() + seconds * 1_000
  while (now() < end) times.push(await broadcastOnce(side, messages))
  const used = processorSeconds(side.pids) - before
  const arrived = times.length * messages * side.audience.size
  const elapsed = times.reduce((sum, time) => sum + time, 0) / 1_000
  return { perSecond: arrived / elapsed, perProcessorSecond: arrived / used, times }
}

/** In milliseconds, on a clock that all processes share. */
export const now = (): number => performance.timeOrigin + performance.now()
