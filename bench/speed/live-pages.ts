import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Submission } from '@answerable/contracts/submissions'
import type { Bench, Row } from './bench.ts'
import { loadCore, onCore, pin, serverCore } from './cores.ts'
import { castVotes } from './live-votes.ts'

const pages = 50
const votesPerSecond = 20
/** More than twice the interval between two requests of a page. */
const shortSeconds = 11

/** The requests of open pages while others vote on their submissions, made by the web's own code. */
export const feedRequestRow = async (bench: Bench): Promise<Row> => {
  const { stack, onProgress, isFull } = bench
  const seconds = isFull ? 3 * shortSeconds : shortSeconds
  pin(Object.values(stack.pids), [serverCore, loadCore])
  onProgress(`P7 requests of ${pages} open pages`)
  const shown = (await (await fetch(`${stack.url}/api/boycotts`)).json()) as Submission[]
  const opened = await openPages(stack.url)
  try {
    // Until all pages have begun to poll.
    await castVotes(bench, { ids: shown.map(({ id }) => id), votesPerSecond, seconds: 3 })
    const before = await opened.requestCount()
    const startedAt = performance.now()
    await castVotes(bench, { ids: shown.map(({ id }) => id), votesPerSecond, seconds })
    const elapsed = (performance.now() - startedAt) / 1_000
    return {
      id: 'P7',
      what: `requests per second of an open feed, at ${votesPerSecond} votes per second`,
      bar: { is: 'at most', value: 0.4 },
      values: [((await opened.requestCount()) - before) / pages / elapsed],
      unit: 'a second',
      note: `${pages} pages that show the voted submissions, for ${Math.round(elapsed)} s`,
    }
  } finally {
    await opened.close()
  }
}

const openPages = async (url: string) => {
  const program = join(import.meta.dirname, '../../web/src/testing/open-pages.ts')
  const { command, args } = onCore(loadCore, process.execPath, [program, url, String(pages)])
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const countReceived = async (): Promise<number> => {
    const [count] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) })
    return count
  }
  await countReceived()
  await delay(500)
  return {
    requestCount: (): Promise<number> => {
      const response = countReceived()
      child.send('asked')
      return response
    },
    close: async (): Promise<void> => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
