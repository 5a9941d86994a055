import { percentile } from '../page/statistics.ts'
import { type Kind, type Station, simulate, utilizationOf } from './queueing.ts'

// What breaks first as the load grows: npm run tool -- simulate-load. See docs/scaling.md.

/**
 * Microseconds of processor time: medians of `npm run bench -- --only request-costs`, and those of a vote in
 * docs/performance.md. Measured before reads were sent in groups: under load they now cost less (decision 56).
 */
const costs = {
  'cached page': { gateway: 43 },
  'submission, from no cache': { gateway: 213, catalog: 186, database: 63, others: 7 },
  "member's feed": { gateway: 339, catalog: 389, database: 254, others: 50 },
  vote: { gateway: 270, catalog: 160, database: 210, others: 280 },
} as const
/** Of a hundred requests. */
const shares: Readonly<Record<keyof typeof costs, number>> = {
  'cached page': 80,
  'submission, from no cache': 6,
  "member's feed": 12,
  vote: 2,
}
/** A busy hour of a small site. */
const today = 10
const simulated = 200_000

type Setup = {
  name: string
  /** Cores of each program. All programs share those of `machine`. */
  servers: Readonly<Partial<Record<Place, number>>>
}
type Place = 'machine' | 'gateway' | 'catalog' | 'database' | 'others'

const setups: readonly Setup[] = [
  { name: 'one machine with 2 cores', servers: { machine: 2 } },
  { name: 'one machine with 8 cores', servers: { machine: 8 } },
  {
    name: '2 gateways, 2 of catalog, 4 cores of PostgreSQL',
    servers: { gateway: 2, catalog: 2, database: 4, others: 2 },
  },
  {
    name: '4 gateways, 4 of catalog, 8 cores of PostgreSQL',
    servers: { gateway: 4, catalog: 4, database: 8, others: 4 },
  },
]

const kindsOf = ({ servers }: Setup): Kind[] =>
  Object.entries(costs).map(([name, byPlace]) => {
    const seconds = Object.entries(byPlace).map(
      ([place, microseconds]) => [place, microseconds / 1e6] as const,
    )
    const total = seconds.reduce((sum, [, one]) => sum + one, 0)
    return {
      name,
      share: shares[name as keyof typeof costs] / 100,
      visits:
        servers.machine === undefined
          ? seconds.map(([station, meanSeconds]) => ({ station, meanSeconds }))
          : [{ station: 'machine', meanSeconds: total }],
    }
  })

const percent = (share: number): string => `${Math.round(share * 100)} %`
const milliseconds = (seconds: number): string => `${(seconds * 1_000).toFixed(1)} ms`

for (const setup of setups) {
  const stations: Station[] = Object.entries(setup.servers).map(([name, servers]) => ({
    name,
    servers,
  }))
  const kinds = kindsOf(setup)
  const [first, share] = Object.entries(utilizationOf(stations, kinds, 1)).reduce((one, other) =>
    other[1] > one[1] ? other : one,
  )
  console.log(`\n${setup.name}: ${first} is full at ${Math.floor(1 / share)} requests a second`)
  for (const times of [1, 10, 100, 1_000]) {
    const perSecond = today * times
    const { utilization, latencies } = simulate({
      stations,
      kinds,
      perSecond,
      requests: simulated,
      random: Math.random,
    })
    const work = Object.entries(utilization).map(([name, busy]) => `${name} ${percent(busy)}`)
    const times99 =
      latencies === null
        ? 'cannot keep up'
        : `median ${milliseconds(percentile(latencies, 50))}, 99th percentile ${milliseconds(percentile(latencies, 99))}`
    console.log(`${String(perSecond).padStart(7)} a second: ${work.join(', ')}; ${times99}`)
  }
}
