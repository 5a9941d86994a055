/** A maximum number of calls within a window that starts with the first call. */
type Window = { readonly calls: number; readonly windowSeconds: number }

export type Limit = {
  /** Per member, on any network; the accounts of one mailbox share it. */
  readonly member?: readonly Window[]
  /**
   * Per network, for members and visitors together: an IPv4 address or the /64 of an IPv6 address. Its /56
   * and /48 have limits 4 and 16 times as large.
   */
  readonly network: readonly Window[]
  /** For the visitors of each network only, so that they cannot use up its members' limit. */
  readonly visitors?: readonly Window[]
  /** Whether all gateways share the count, or each counts locally, which takes no time. */
  readonly counted: 'together' | 'by each'
}

const minute = 60
const hour = 3_600
const day = 86_400

/** The allowed calls of each kind. Refused calls do not count. */
export const limits = {
  reads: {
    member: [{ calls: 1_200, windowSeconds: 5 * minute }],
    network: [{ calls: 6_000, windowSeconds: 5 * minute }],
    counted: 'by each',
  },
  /** Sitemaps, each of which reads up to 10,000 rows. Those in the cache do not count. */
  sitemaps: {
    network: [
      { calls: 30, windowSeconds: minute },
      { calls: 600, windowSeconds: hour },
    ],
    counted: 'by each',
  },
  /** Pictures that have to be drawn. Those that are drawn already, or for another request, do not count. */
  pictures: {
    network: [
      { calls: 30, windowSeconds: minute },
      { calls: 300, windowSeconds: hour },
    ],
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
  /** Joining and leaving boycotts. */
  participation: {
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
  /** Edits and deletions of one's own submissions and comments. */
  edits: {
    member: [
      { calls: 10, windowSeconds: minute },
      { calls: 200, windowSeconds: day },
    ],
    network: [{ calls: 60, windowSeconds: minute }],
    counted: 'together',
  },
  /** 'Helpful' marks of comments. */
  marks: {
    member: [
      { calls: 30, windowSeconds: minute },
      { calls: 300, windowSeconds: day },
    ],
    network: [{ calls: 120, windowSeconds: minute }],
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
  /** Notices of unlawful content, their confirmations and objections. */
  notices: {
    network: [
      { calls: 10, windowSeconds: hour },
      { calls: 40, windowSeconds: day },
    ],
    counted: 'together',
  },
  /** Suggested changes to businesses, and reported updates. */
  suggestions: {
    member: [{ calls: 20, windowSeconds: day }],
    network: [{ calls: 60, windowSeconds: hour }],
    counted: 'together',
  },
  /** Claims to speak for a business, and their checks. */
  claims: {
    member: [
      { calls: 30, windowSeconds: hour },
      { calls: 100, windowSeconds: day },
    ],
    network: [{ calls: 120, windowSeconds: hour }],
    counted: 'together',
  },
  /** Changes of what a member follows, and of notices. */
  follows: {
    member: [
      { calls: 60, windowSeconds: minute },
      { calls: 2_000, windowSeconds: day },
    ],
    network: [{ calls: 600, windowSeconds: minute }],
    counted: 'together',
  },
  /** Requested sign-in mails, including those that the mailbox's budgets refuse. */
  mails: {
    network: [
      { calls: 20, windowSeconds: minute },
      { calls: 100, windowSeconds: hour },
    ],
    counted: 'together',
  },
  /** Attempted codes and links, right or wrong. */
  codes: {
    network: [
      { calls: 30, windowSeconds: minute },
      { calls: 300, windowSeconds: hour },
    ],
    counted: 'together',
  },
  /** Changes by members to their own account. */
  settings: {
    member: [{ calls: 30, windowSeconds: minute }],
    network: [{ calls: 300, windowSeconds: minute }],
    counted: 'together',
  },
  /** Links in mails that end mails. Mail providers call them for many members from a few networks. */
  unsubscriptions: {
    network: [{ calls: 1_200, windowSeconds: minute }],
    counted: 'by each',
  },
  /** Changes by administrators; their reads count as reads. */
  administration: {
    member: [{ calls: 60, windowSeconds: minute }],
    network: [{ calls: 600, windowSeconds: minute }],
    counted: 'together',
  },
  /** Error reports. */
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
  /** New live connections. */
  handshakes: {
    member: [{ calls: 20, windowSeconds: minute }],
    network: [{ calls: 600, windowSeconds: minute }],
    counted: 'together',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Maximum open live connections at one gateway, per member and per network. */
export const openSocketLimits = { member: 20, network: 500 } as const

/**
 * What one network can have at once at one gateway: files of the open data that it reads, and pictures that are drawn
 * for it. The /56 and /48 of an IPv6 address can have twice as many.
 */
export const slotLimits = { downloads: 4, drawings: 5 } as const

/** The limit of a route; every route has one. */
export const limitOf = (route: {
  readonly method: string
  readonly access: string
  readonly limit?: LimitName
}): LimitName => {
  if (route.limit !== undefined) return route.limit
  if (route.method === 'GET') return 'reads'
  return route.access === 'admin' ? 'administration' : 'writes'
}
