/** At most so many calls within a window, which the first of them opens. */
type Window = { readonly calls: number; readonly windowSeconds: number }

export type Limit = {
  /** For each member, wherever they are. */
  readonly member?: readonly Window[]
  /** For each network (an IPv4 address, the /64 of an IPv6 address): its members and visitors together. */
  readonly network?: readonly Window[]
  /** For the visitors of each network, where there is nothing for the network as a whole. */
  readonly visitors?: readonly Window[]
  /** Whether all gateways count together, or each of them for itself, which costs no time. */
  readonly counted: 'together' | 'by each'
}

const minute = 60
const hour = 3_600
const day = 86_400

/** How much of what may be asked for. Refused calls are not counted. */
export const limits = {
  reads: {
    member: [{ calls: 1_200, windowSeconds: 5 * minute }],
    network: [{ calls: 6_000, windowSeconds: 5 * minute }],
    counted: 'by each',
  },
  votes: {
    member: [
      { calls: 30, windowSeconds: minute },
      { calls: 300, windowSeconds: day },
    ],
    network: [{ calls: 120, windowSeconds: minute }],
    counted: 'together',
  },
  submissions: {
    member: [
      { calls: 1, windowSeconds: 15 },
      { calls: 20, windowSeconds: day },
    ],
    network: [{ calls: 10, windowSeconds: hour }],
    counted: 'together',
  },
  comments: {
    member: [
      { calls: 1, windowSeconds: 5 },
      { calls: 200, windowSeconds: day },
    ],
    network: [{ calls: 60, windowSeconds: hour }],
    counted: 'together',
  },
  flags: { member: [{ calls: 10, windowSeconds: day }], counted: 'together' },
  appeals: { member: [{ calls: 10, windowSeconds: day }], counted: 'together' },
  /** What members change of their own account. */
  settings: { member: [{ calls: 30, windowSeconds: minute }], counted: 'together' },
  /** What administrators change; what they look at counts as reads. */
  administration: { member: [{ calls: 60, windowSeconds: minute }], counted: 'together' },
  /** Reports of errors, for advice. */
  diagnostics: {
    member: [{ calls: 10, windowSeconds: minute }],
    visitors: [{ calls: 10, windowSeconds: minute }],
    counted: 'together',
  },
  /** Live connections, as they are opened. */
  handshakes: {
    member: [{ calls: 20, windowSeconds: minute }],
    network: [{ calls: 600, windowSeconds: minute }],
    counted: 'together',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Live connections open at one time at one gateway. */
export const openSocketLimits = { member: 20, network: 500 } as const

/** What a call counts as; null for those that their service counts itself. */
export const limitOf = (route: {
  readonly method: string
  readonly access: string
  readonly limit?: LimitName
}): LimitName | null => {
  if (route.limit !== undefined) return route.limit
  if (route.method === 'GET') return 'reads'
  return route.access === 'admin' ? 'administration' : null
}
