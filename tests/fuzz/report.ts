import type { Call } from './api.ts'
import type { Attempt } from './attempts.ts'
import type { RawResponse } from './wire.ts'

export type Report = {
  add: (seen: {
    attempt: Attempt
    call: Call | null
    response: RawResponse
    /** Number of resulting requests to services. */
    reached: number
  }) => void
  /** Counts a request that is sent again because its response was late or cut off, or asked for a retry. */
  addBusy: () => void
  /** Records faults and the request that caused them. */
  blame: (culprit: string, problems: readonly string[]) => void
  total: () => number
  problems: () => readonly string[]
  /** Calls without a successful request. */
  neverSucceeded: () => string[]
  /** The figures as lines of text. */
  lines: () => string[]
}

const maxProblems = 40

export const openReport = (calls: readonly Call[]): Report => {
  const byKind = new Map<string, number>()
  const byHostility = new Map<string, number>()
  const byStatus = new Map<number, number>()
  const succeeded = new Set<string>()
  const times: number[] = []
  const timesOf = new Map(calls.map(({ operationId }) => [operationId, [] as number[]]))
  const problems: string[] = []
  let problemCount = 0
  let busyCount = 0
  let reachedCount = 0

  const neverSucceeded = (): string[] =>
    calls.map(({ operationId }) => operationId).filter((name) => !succeeded.has(name))

  return {
    add: ({ attempt, call, response, reached }) => {
      count(byKind, attempt.kind)
      if (attempt.kind === 'hostile') count(byHostility, attempt.note.split(':')[0] ?? '')
      reachedCount += reached
      count(byStatus, response.status)
      times.push(response.milliseconds)
      if (call !== null) timesOf.get(call.operationId)?.push(response.milliseconds)
      if (call !== null && response.status >= 200 && response.status < 300) {
        succeeded.add(call.operationId)
      }
    },
    addBusy: () => {
      busyCount += 1
    },
    blame: (culprit, found) => {
      problemCount += found.length
      if (problems.length < maxProblems) {
        problems.push(...found.map((problem) => `${problem} — ${culprit}`))
      }
    },
    total: () => times.length,
    problems: () => problems,
    neverSucceeded,
    lines: () => {
      return [
        `requests: ${times.length} (${listed(byKind)})`,
        `hostile by: ${listed(byHostility)}`,
        `requests that reached a service: ${reachedCount}`,
        `statuses: ${listed(byStatus)}; 0 means a connection closed without a response`,
        `5xx: ${[...byStatus].filter(([status]) => status >= 500).reduce((sum, [, n]) => sum + n, 0)}`,
        `latency: median ${timeOf(times, 0.5)} ms, p99 ${timeOf(times, 0.99)} ms, max ${timeOf(times, 1)} ms`,
        `slowest calls, p99: ${slowest(timesOf).join(', ')}`,
        `repeated because late, 503, 504 or cut off: ${busyCount}`,
        `calls that succeeded at least once: ${calls.length - neverSucceeded().length} of ${calls.length}`,
        ...(neverSucceeded().length === 0 ? [] : [`never: ${neverSucceeded().join(', ')}`]),
        `problems: ${problemCount}`,
      ]
    },
  }
}

/** Milliseconds within which this share of the responses arrived. */
const timeOf = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}

const slowest = (timesOf: ReadonlyMap<string, readonly number[]>): string[] =>
  Array.from(timesOf, ([name, times]) => ({ name, within: timeOf(times, 0.99) }))
    .toSorted((a, b) => b.within - a.within)
    .slice(0, 3)
    .map(({ name, within }) => `${name} ${within} ms`)

const count = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const listed = <Key>(counts: ReadonlyMap<Key, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, n]) => `${key} ${n}`)
    .join(', ')
