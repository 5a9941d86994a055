import autocannon from 'autocannon'
import type { Latency, Load, LoadResult } from './load.ts'

// Runs in its own process; see load.ts.
process.once('message', (message) => {
  fire(message as Load).then(
    (responses) => process.send?.(responses, () => process.exit(0)),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})

const fire = async ({ url, seconds, lists, rate, amount }: Load): Promise<LoadResult> => {
  let connections = 0
  let readyAt = 0
  const accepted: number[] = []
  const refused: number[] = []
  const statuses: Record<string, number> = {}
  const result = await autocannon({
    url,
    connections: lists.length,
    duration: seconds,
    timeout: 10,
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...(amount === undefined ? {} : { amount }),
    setupClient: (client) => {
      const list = lists[connections % lists.length] ?? []
      connections += 1
      let isFirst = true
      client.on('response', (status, _bytes, milliseconds) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        // This process reads no responses until all connections are set up, which takes a while.
        const took = isFirst ? Math.min(milliseconds, performance.now() - readyAt) : milliseconds
        isFirst = false
        const outcome = status < 400 ? accepted : refused
        outcome.push(took)
      })
      client.setRequests(list.map((ask) => ({ method: 'GET', ...ask })))
      readyAt = performance.now()
    },
  })
  const took = (performance.now() - readyAt) / 1_000
  const succeeded = Object.entries(statuses)
    .filter(([code]) => Number(code) < 400)
    .reduce((sum, [, count]) => sum + count, 0)
  return {
    perSecond: succeeded / took,
    succeeded,
    statuses,
    failed: result.errors,
    latency: latencyOf(accepted),
    refusalLatency: latencyOf(refused),
  }
}

const latencyOf = (all: readonly number[]): Latency => {
  const sorted = Float64Array.from(all).sort()
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  const sum = sorted.reduce((total, one) => total + one, 0)
  return {
    p50: at(0.5),
    p99: at(0.99),
    mean: sum / Math.max(sorted.length, 1),
    max: sorted.at(-1) ?? 0,
  }
}
