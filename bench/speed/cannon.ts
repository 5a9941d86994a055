import autocannon from 'autocannon'
import type { Load } from './load.ts'
import { type LoadResult, resultOf } from './load-result.ts'
import { sendOpenly } from './open-load.ts'

// Runs in its own process; see load.ts.
process.once('message', (message) => {
  const { rate, ...load } = message as Load
  const sending = rate === undefined ? fire(load) : sendOpenly({ ...load, rate })
  sending.then(
    (responses) => process.send?.(responses, () => process.exit(0)),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})

/** A closed model: each connection sends its next request after the response. */
const fire = async ({ url, seconds, lists, maxRate, amount }: Load): Promise<LoadResult> => {
  let connections = 0
  let readyAt = 0
  const responses: { status: number; milliseconds: number }[] = []
  const result = await autocannon({
    url,
    connections: lists.length,
    duration: seconds,
    timeout: 10,
    ...(maxRate === undefined ? {} : { overallRate: maxRate }),
    ...(amount === undefined ? {} : { amount }),
    setupClient: (client) => {
      const list = lists[connections % lists.length] ?? []
      connections += 1
      let isFirst = true
      client.on('response', (status, _bytes, milliseconds) => {
        // This process reads no responses until all connections are set up, which takes a while.
        const took = isFirst ? Math.min(milliseconds, performance.now() - readyAt) : milliseconds
        isFirst = false
        responses.push({ status, milliseconds: took })
      })
      client.setRequests(list.map((ask) => ({ method: 'GET', ...ask })))
      readyAt = performance.now()
    },
  })
  const took = (performance.now() - readyAt) / 1_000
  return resultOf(responses, { failed: result.errors, seconds: took })
}
