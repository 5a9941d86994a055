/** At most so many calls within a window, which the first of them opens. */
type Window = { readonly calls: number; readonly windowSeconds: number }

export type Limit = {
  /** For each member, wherever they are: the accounts of one mailbox together. */
  readonly member?: readonly Window[]
  /**
   * For each network, its members and visitors together: an IPv4 address, or the /64 of an IPv6 address. The
   * /56 and the /48 around it have limits of their own, 4 and 16 times as large.
   */
  readonly network: readonly Window[]
  /** For the visitors of each network alone, so that they leave something to its members. */
  readonly visitors?: readonly Window[]
  /** Whether all gateways count together, or each of them for itself, which costs no time. */
  readonly counted: 'together' | 'by each'
}

const minute = 60
const hour = 3_600
const day = 86_400

/** How many calls of each kind are allowed. Refused calls are not counted. */
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
  flags: {
    member: [{ calls: 10, windowSeconds: day }],
    network: [{ calls: 60, windowSeconds: hour }],
    counted: 'together',
  },
  appeals: {
    member: [{ calls: 10, windowSeconds: day }],
    network: [{ calls: 60, windowSeconds: hour }],
    counted: 'together',
  },
  /** Sign-in mails asked for, also those that the budgets of the mailbox refuse. */
  mails: {
    network: [
      { calls: 20, windowSeconds: minute },
      { calls: 100, windowSeconds: hour },
    ],
    counted: 'together',
  },
  /** Codes and links tried, right or wrong. */
  codes: {
    network: [
      { calls: 30, windowSeconds: minute },
      { calls: 300, windowSeconds: hour },
    ],
    counted: 'together',
  },
  /** What members change of their own account. */
  settings: {
    member: [{ calls: 30, windowSeconds: minute }],
    network: [{ calls: 300, windowSeconds: minute }],
    counted: 'together',
  },
  /** What administrators change; what they look at counts as reads. */
  administration: {
    member: [{ calls: 60, windowSeconds: minute }],
    network: [{ calls: 600, windowSeconds: minute }],
    counted: 'together',
  },
  /** Reports of errors, for advice. */
  diagnostics: {
    member: [{ calls: 10, windowSeconds: minute }],
    network: [{ calls: 120, windowSeconds: minute }],
    visitors: [{ calls: 10, windowSeconds: minute }],
    counted: 'together',
  },
  /** Every other change, such as signing out. */
  writes: {
    member: [{ calls: 30, windowSeconds: minute }],
    network: [{ calls: 300, windowSeconds: minute }],
    visitors: [{ calls: 60, windowSeconds: minute }],
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

/** Live connections open at one time at one gateway, for a member and for a network. */
export const openSocketLimits = { member: 20, network: 500 } as const

/** The limit that a call counts against: no route is without one. */
export const limitOf = (route: {
  readonly method: string
  readonly access: string
  readonly limit?: LimitName
}): LimitName => {
  if (route.limit !== undefined) return route.limit
  if (route.method === 'GET') return 'reads'
  return route.access === 'admin' ? 'administration' : 'writes'
}
