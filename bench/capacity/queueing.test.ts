import { mulberry32 } from '@answerable/infra/demo/random'
import { describe, expect, test } from 'vitest'
import { simulate, utilizationOf } from './queueing.ts'

/** The mean time in an M/M/c queue by Erlang's formula C (1917). */
const meanInQueue = (perSecond: number, meanSeconds: number, servers: number): number => {
  const offered = perSecond * meanSeconds
  let blocked = 1
  for (let server = 1; server <= servers; server += 1) {
    blocked = (offered * blocked) / (server + offered * blocked)
  }
  const waits = blocked / (1 - (offered / servers) * (1 - blocked))
  return (waits * meanSeconds) / (servers - offered) + meanSeconds
}

const oneStation = (servers: number, perSecond: number) => ({
  stations: [{ name: 'only', servers }],
  kinds: [{ name: 'request', share: 1, visits: [{ station: 'only', meanSeconds: 0.001 }] }],
  perSecond,
})

describe('the simulation', () => {
  test.each([
    { servers: 1, perSecond: 500 },
    { servers: 1, perSecond: 800 },
    { servers: 4, perSecond: 3_200 },
  ])('agrees with the formula for $servers servers at $perSecond a second', (setup) => {
    const { latencies } = simulate({
      ...oneStation(setup.servers, setup.perSecond),
      requests: 200_000,
      random: mulberry32(7),
    })
    const mean = (latencies ?? []).reduce((sum, one) => sum + one, 0) / 200_000
    const expected = meanInQueue(setup.perSecond, 0.001, setup.servers)
    expect(Math.abs(mean / expected - 1)).toBeLessThan(0.05)
  })

  test('has no latencies where a station cannot keep up', () => {
    const { latencies, utilization } = simulate({
      ...oneStation(1, 1_000),
      requests: 10,
      random: mulberry32(7),
    })
    expect(latencies).toBeNull()
    expect(utilization.only).toBe(1)
  })

  test('adds the work of all kinds of requests that visit a station', () => {
    const kinds = [
      { name: 'read', share: 0.9, visits: [{ station: 'gateway', meanSeconds: 0.000_1 }] },
      {
        name: 'vote',
        share: 0.1,
        visits: [
          { station: 'gateway', meanSeconds: 0.001 },
          { station: 'database', meanSeconds: 0.002 },
        ],
      },
    ]
    const stations = [
      { name: 'gateway', servers: 1 },
      { name: 'database', servers: 2 },
    ]
    expect(utilizationOf(stations, kinds, 1_000)).toEqual({
      gateway: expect.closeTo(0.19),
      database: expect.closeTo(0.1),
    })
  })
})
