/** In milliseconds. */
type Latency = { p50: number; p99: number; mean: number; max: number }

export type LoadResult = {
  /** Responses with a status below 400 per second. */
  perSecond: number
  succeeded: number
  statuses: Record<string, number>
  /** Requests without a response. */
  failed: number
  /** Latencies of responses with a status below 400. */
  latency: Latency
  /** Latencies of responses with other statuses. */
  refusalLatency: Latency
}

type Response = { status: number; milliseconds: number }

export const resultOf = (
  responses: readonly Response[],
  { seconds, failed }: { seconds: number; failed: number },
): LoadResult => {
  const statuses: Record<string, number> = {}
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1
  const accepted = responses.filter(({ status }) => status < 400)
  return {
    perSecond: accepted.length / seconds,
    succeeded: accepted.length,
    statuses,
    failed,
    latency: latencyOf(accepted),
    refusalLatency: latencyOf(responses.filter(({ status }) => status >= 400)),
  }
}

const latencyOf = (responses: readonly Response[]): Latency => {
  const sorted = Float64Array.from(responses, ({ milliseconds }) => milliseconds).sort()
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  const sum = sorted.reduce((total, one) => total + one, 0)
  return {
    p50: at(0.5),
    p99: at(0.99),
    mean: sum / Math.max(sorted.length, 1),
    max: sorted.at(-1) ?? 0,
  }
}
