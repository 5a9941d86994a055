import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addressAt, memberAt, submissionAt } from '../speed/seed.ts'
import type { Stack } from '../speed/stack.ts'

/** A network may hold 500. */
const socketsOfNetwork = 400
const rounds = 5

/** From a vote to its arrival at the last of so many open pages, through gateway and realtime, in ms. */
export const arrivalTimes = async (stack: Stack, count: number): Promise<number[]> => {
  const child = fork(join(import.meta.dirname, 'listeners.ts'))
  const ended = once(child, 'exit').then(() => [undefined])
  const told = async (order: object): Promise<number> => {
    child.send(order)
    const [answer] = await Promise.race([once(child, 'message'), ended])
    if (answer === undefined) throw new Error('what holds the sockets has ended')
    return (answer as { arrivedAt: number }).arrivedAt
  }
  try {
    // Networks of their own each time, for each may open so many in a minute.
    const networks = Math.ceil(count / socketsOfNetwork)
    const addresses = Array.from({ length: networks }, (_, at) => addressAt(firstNetwork + at))
    firstNetwork += networks
    await told({ is: 'open', url: stack.url, count, addresses })
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Longer than the second in which a submission is told of once.
      await delay(1_500)
      const arrival = told({ is: 'wait' })
      const startedAt = Date.now()
      await vote(stack, round)
      times.push((await arrival) - startedAt)
    }
    return times
  } finally {
    if (child.connected) child.disconnect()
    await ended
  }
}

let firstNetwork = 60_000
let voter = 15_000

const vote = async ({ url }: Stack, round: number): Promise<void> => {
  voter += 1
  const { cookie, address } = memberAt(voter)
  const answer = await fetch(`${url}/api/boycotts/${submissionAt(round + 20)}/vote`, {
    method: 'POST',
    headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: '{"value":1}',
  })
  if (!answer.ok) throw new Error(`a vote was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
