import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadCore, onCore } from './cores.ts'

export type Order =
  | { is: 'open'; port: number; count: number; heads: readonly string[] }
  | { is: 'hear'; messages: number }
  | { is: 'received' }

/** A message, the number of sockets that received it, and the time of the last receipt. */
export type Received = { message: string; count: number; lastAt: number }

/** Many open sockets in separate processes. */
export type Audience = {
  size: number
  /** Resolves with the time when all sockets have received this many more messages. */
  hear: (messages: number) => Promise<number>
  /** The messages received since the last call. */
  received: () => Promise<Received[]>
  close: () => Promise<void>
}

/** A machine may limit a process to 20,000 or 10,000 descriptors. */
const socketsOfProcess = 5_000
const timeoutMilliseconds = 60_000
const settlingMilliseconds = 300

/** Opens this many sockets, each with one of the header blocks in turn. */
export const openAudience = async (options: {
  url: string
  count: number
  heads: readonly string[]
}): Promise<Audience> => {
  const { count, heads } = options
  const port = Number(new URL(options.url).port)
  const groups = Array.from({ length: Math.ceil(count / socketsOfProcess) }, (_, at) => ({
    ...startGroup(),
    count: Math.min(socketsOfProcess, count - at * socketsOfProcess),
  }))
  const close = async (): Promise<void> => {
    await Promise.all(groups.map((group) => group.end()))
  }
  const ofAll = async <Reply>(order: Order): Promise<Reply[]> =>
    Promise.all(groups.map((group) => group.send(order) as Promise<Reply>))
  try {
    for (const group of groups) await group.send({ is: 'open', port, count: group.count, heads })
  } catch (error) {
    await close()
    throw error
  }
  const received = async (): Promise<Received[]> =>
    together((await ofAll<Received[]>({ is: 'received' })).flat())
  // New sockets may still receive earlier changes.
  do await delay(settlingMilliseconds)
  while ((await received()).length > 0)
  return {
    size: count,
    hear: async (messages) => Math.max(...(await ofAll<number>({ is: 'hear', messages }))),
    received,
    close,
  }
}

const together = (parts: readonly Received[]): Received[] =>
  [...Map.groupBy(parts, ({ message }) => message)].map(([message, same]) => ({
    message,
    count: same.reduce((sum, { count }) => sum + count, 0),
    lastAt: Math.max(...same.map(({ lastAt }) => lastAt)),
  }))

const startGroup = () => {
  const program = join(import.meta.dirname, 'listeners.ts')
  const { command, args } = onCore(loadCore, process.execPath, [program])
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process that holds the sockets has exited')
  })
  ended.catch(() => {})
  return {
    send: async (order: Order): Promise<unknown> => {
      child.send(order)
      const response = once(child, 'message', { signal: AbortSignal.timeout(timeoutMilliseconds) })
      const [reply] = await Promise.race([response, ended])
      if ('error' in reply) throw new Error(reply.error)
      return reply.result
    },
    end: async (): Promise<void> => {
      if (child.connected) child.disconnect()
      await ended.catch(() => {})
    },
  }
}
