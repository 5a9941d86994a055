import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyCode } from '@answerable/contracts/sign-in'
import { type Ask, alike, type Load, send } from '../../bench/speed/load.ts'
import { memberAt, seedMembers, seedSubmissions, submissionAt } from '../../bench/speed/seed.ts'
import { startStack } from '../../bench/speed/stack.ts'

// Measures members on other networks while one address floods the site: npm run tool -- test-flood

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
})
const [connections, seconds, rounds] = [values.connections, values.seconds, values.rounds].map(
  Number,
) as [number, number, number]

const memberConnections = 40
const membersPerSecond = 60
const maxTimesSlower = 2
/** The members connect before the flood: Node accepts one connection per turn of its event loop. */
const headStartSeconds = 2
/** The flood lasts until the members are done. */
const longerSeconds = 4
const headers = { 'x-forwarded-for': '203.0.113.66' }
const json = { 'content-type': 'application/json' }

const floods = {
  'feed reads': { method: 'GET', path: '/api/boycotts?page=1&limit=30&sort=hot', headers },
  'verify-code': {
    method: verifyCode.method,
    path: verifyCode.path,
    headers: { ...headers, ...json },
    body: JSON.stringify({ email: 'nobody@example.org', code: '123456' }),
  },
} as const satisfies Record<string, Ask>
type Flood = keyof typeof floods

/** The requests of a member: the session, the feed with their votes, a vote. */
const callsOf = (index: number): Ask[] => {
  const { cookie, address } = memberAt(index)
  const own = { cookie, 'x-forwarded-for': address }
  return [
    { path: '/api/auth/me', headers: own },
    { path: '/api/boycotts?page=1&limit=30&sort=new', headers: own },
    {
      method: 'POST',
      path: `/api/boycotts/${submissionAt(index)}/vote`,
      headers: { ...own, ...json },
      body: JSON.stringify({ value: 1 }),
    },
  ]
}

const stack = await startStack()
try {
  await seedMembers(stack)
  await seedSubmissions(stack.ownerUrl, 0, 1_000)
  const members: Load = {
    url: stack.url,
    seconds: headStartSeconds + seconds,
    rate: membersPerSecond,
    lists: Array.from({ length: memberConnections }, (_, index) => callsOf(index)),
  }
  await send({ ...members, seconds: 3 })
  const p99s: Record<Flood, number[]> = { 'feed reads': [], 'verify-code': [] }
  let unavailable = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(floods) as Flood[]) {
      const lists = alike(connections, [floods[name]])
      const [flood, responses] = await Promise.all([
        delay(headStartSeconds * 1_000).then(() =>
          send({ url: stack.url, seconds: seconds + longerSeconds, lists }),
        ),
        send(members),
      ])
      p99s[name].push(responses.latency.p99)
      unavailable += (responses.statuses[503] ?? 0) + responses.failed
      if (responses.succeeded === 0) throw new Error('no member got a response')
      console.log(
        `flood of ${name}: ${JSON.stringify(flood.statuses)}; members: ${JSON.stringify(responses.statuses)}, ` +
          `p50 ${responses.latency.p50.toFixed(1)} ms, p99 ${responses.latency.p99.toFixed(1)} ms`,
      )
    }
  }
  const medianOf = (all: number[]): number =>
    all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN
  const timesSlower = medianOf(p99s['verify-code']) / medianOf(p99s['feed reads'])
  console.log(
    `members' p99 under a flood of verify-code: ${timesSlower.toFixed(2)} times that under one of feed reads ` +
      `(at most ${maxTimesSlower}); 503 or no response: ${unavailable} (at most 0)`,
  )
  process.exitCode = timesSlower <= maxTimesSlower && unavailable === 0 ? 0 : 1
} finally {
  await stack.stop()
}
