import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadCore, onCore, processorSeconds } from './cores.ts'
import type { LoadResult } from './load-result.ts'

export type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}

export type Load = {
  url: string
  seconds: number
  /** The requests that each connection repeats; one list per connection. */
  lists: readonly (readonly Ask[])[]
  /**
   * Requests per second that arrive whether or not earlier ones have a response, from all lists in turn. By default,
   * each connection sends its next request after the response.
   */
  rate?: number
  /** Without a rate, the connections send at most this many requests per second. */
  maxRate?: number
  /** Without a rate, ends after this many requests. */
  amount?: number
}

/** Sends requests from a separate process on a separate core. */
export const send = async (load: Load): Promise<LoadResult> => {
  const cannon = join(import.meta.dirname, 'cannon.ts')
  const { command, args } = onCore(loadCore, process.execPath, [cannon])
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const result = Promise.withResolvers<LoadResult>()
  child.once('message', (message) => result.resolve(message as LoadResult))
  child.once('exit', (code) => result.reject(new Error(`the load ended with code ${code}`)))
  child.once('error', result.reject)
  child.send(load)
  const loadResult = await result.promise
  await ended
  return loadResult
}

export type Measured = LoadResult & {
  /** Responses per second of the servers' processor time: the capacity of one core. */
  perProcessorSecond: number
}

/** Adds the processor time of the servers. */
export const measure = async (load: Load, pids: readonly number[]): Promise<Measured> => {
  await warmUp(load)
  const before = processorSeconds(pids)
  const result = await send(load)
  const used = processorSeconds(pids) - before
  return { ...result, perProcessorSecond: result.succeeded / used }
}

const warm = new Set<string>()
const firstRequests = 3_000

/** Warms up the servers: V8 compiles code that runs often. */
const warmUp = async ({ rate: _rate, ...load }: Load): Promise<void> => {
  const first = load.lists[0]?.[0]
  const kind = [load.url, first?.path.split('?')[0], Object.keys(first?.headers ?? {})].join(' ')
  if (!warm.has(kind)) await send({ ...load, amount: firstRequests })
  warm.add(kind)
  await send({ ...load, seconds: 1 })
}

/** The same list on every connection. */
export const alike = (connections: number, list: readonly Ask[]): Load['lists'] =>
  Array.from({ length: connections }, () => list)

/** Distributes one list, so that no two connections send the same requests. */
export const dealt = (connections: number, list: readonly Ask[]): Load['lists'] =>
  Array.from({ length: connections }, (_, at) =>
    list.filter((_ask, index) => index % connections === at),
  )
