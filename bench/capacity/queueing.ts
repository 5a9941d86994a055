/** A group of equal servers with one queue: the processes of a program, or the cores of a machine. */
export type Station = { name: string; servers: number }

/** A kind of request: its share (all shares make 1), and its mean time at each station, in the order of its way. */
export type Kind = {
  name: string
  share: number
  /** Seconds by station. */
  visits: readonly { station: string; meanSeconds: number }[]
}

export type Outcome = {
  /** The share of its time that the servers of each station work; 1 or more cannot be kept up. */
  utilization: Readonly<Record<string, number>>
  /** Seconds from arrival to end; null if a station cannot keep up. */
  latencies: readonly number[] | null
}

/** The share of its time that each station works: arrivals times work, divided by servers. */
export const utilizationOf = (
  stations: readonly Station[],
  kinds: readonly Kind[],
  perSecond: number,
): Record<string, number> =>
  Object.fromEntries(
    stations.map(({ name, servers }) => {
      const work = kinds.flatMap(({ share, visits }) =>
        visits.filter(({ station }) => station === name).map((one) => share * one.meanSeconds),
      )
      return [name, (perSecond * work.reduce((sum, one) => sum + one, 0)) / servers]
    }),
  )

/**
 * Simulates requests that arrive at independent times (a Poisson process) and go from station to station. Service times
 * are exponential, each queue is served in the order of arrival. With one station and one kind this is the queue M/M/c,
 * whose mean waiting time is known (Erlang C).
 */
export const simulate = (options: {
  stations: readonly Station[]
  kinds: readonly Kind[]
  perSecond: number
  requests: number
  random: () => number
}): Outcome => {
  const { stations, kinds, perSecond, requests, random } = options
  const utilization = utilizationOf(stations, kinds, perSecond)
  if (Object.values(utilization).some((share) => share >= 1))
    return { utilization, latencies: null }
  const exponential = (mean: number): number => -Math.log(1 - random()) * mean
  const pick = (): Kind | undefined => {
    let left = random()
    return kinds.find(({ share }) => {
      left -= share
      return left < 0
    })
  }
  /** When each server of a station is free again. */
  const freeAt = new Map(
    stations.map(({ name, servers }) => [name, Array<number>(servers).fill(0)]),
  )
  const arrivals: Arrival[] = []
  let now = 0
  for (let at = 0; at < requests; at += 1) {
    now += exponential(1 / perSecond)
    arrivals.push({ at: now, began: now, visits: pick()?.visits ?? [] })
  }
  const waiting = openHeap(arrivals)
  const latencies: number[] = []
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    const [visit, ...visits] = next.visits
    const servers = visit === undefined ? undefined : freeAt.get(visit.station)
    if (visit === undefined || servers === undefined) {
      latencies.push(next.at - next.began)
      continue
    }
    const server = servers.indexOf(Math.min(...servers))
    const end = Math.max(next.at, servers[server] ?? 0) + exponential(visit.meanSeconds)
    servers[server] = end
    waiting.add({ at: end, began: next.began, visits })
  }
  return { utilization, latencies }
}

/** A request that reaches its next station at a time. */
type Arrival = { at: number; began: number; visits: Kind['visits'] }

/** Gives the earliest arrival first. */
const openHeap = (arrivals: readonly Arrival[]) => {
  // Sorted by time, which is a heap.
  const heap = [...arrivals]
  const timeAt = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY
  const swap = (one: number, other: number): void => {
    const [first, second] = [heap[one] as Arrival, heap[other] as Arrival]
    heap[one] = second
    heap[other] = first
  }
  const add = (arrival: Arrival): void => {
    let index = heap.push(arrival) - 1
    while (index > 0 && timeAt((index - 1) >> 1) > arrival.at) {
      swap(index, (index - 1) >> 1)
      index = (index - 1) >> 1
    }
  }
  const take = (): Arrival | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0 || last === undefined) return first
    heap[0] = last
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      const child = timeAt(left) <= timeAt(right) ? left : right
      if (timeAt(child) >= last.at) return first
      swap(index, child)
      index = child
    }
  }
  return { add, take }
}
