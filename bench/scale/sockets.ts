import { setTimeout as delay } from 'node:timers/promises'
import { type Audience, openAudience } from '../speed/audience.ts'
import { networks, now } from '../speed/live-sides.ts'

import { memberAt, submissionAt } from '../speed/seed.ts'
import type { Program, Stack } from '../speed/stack.ts'

/** A gateway has two descriptors per socket, and many machines limit a process to 20,000. */
const socketsOfGateway = 8_000
const rounds = 10

/**
 * Milliseconds from a vote to its arrival at the last of this many open pages, through gateways and
 * realtime.
 */
export const arrivalTimes = async (stack: Stack, count: number): Promise<number[]> => {
  const more = Math.ceil(count / socketsOfGateway) - 1
  const gateways: Program[] = []
  const audiences: Audience[] = []
  try {
    for (let at = 0; at < more; at += 1) gateways.push(await stack.startAnother('gateway', {}))
    const urls = [stack.url, ...gateways.map(({ url }) => url)]
    for (const url of urls) {
      const share = Math.ceil(count / urls.length)
      audiences.push(await openAudience({ url, count: share, heads: networks(share) }))
    }
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await delay(500)
      const arrivals = Promise.all(audiences.map((audience) => audience.hear(1)))
      const startedAt = now()
      await vote(stack)
      times.push(Math.max(...(await arrivals)) - startedAt)
    }
    return times
  } finally {
    for (const audience of audiences) await audience.close()
    for (const gateway of gateways) await gateway.stop()
  }
}

let votes = 0

/** Each vote is by another member on another submission, whose change is broadcast at once. */
const vote = async ({ url }: Stack): Promise<void> => {
  votes += 1
  const { cookie, address } = memberAt(15_000 + votes)
  const response = await fetch(`${url}/api/boycotts/${submissionAt(20 + votes)}/vote`, {
    method: 'POST',
    headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: '{"value":1}',
  })
  if (!response.ok)
    throw new Error(`a vote got status ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}
