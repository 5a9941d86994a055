import type { Socket } from 'node:net'
import { type LimitName, limits } from '@answerable/contracts/limits'
import { AppError } from '@answerable/service-kit/errors'
import { networksOf } from '@answerable/service-kit/http/client-address'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import type {
  Consumed,
  RateLimitStore,
  RateLimitWindow,
} from '@answerable/service-kit/rate-limit/store'
import { type WindowCounts, windowCounts } from '@answerable/service-kit/rate-limit/window-counts'
import { policyField, remainingField } from './header-fields.ts'
import { openSocketCounts } from './open-sockets.ts'
import { type Caller, type Family, memberOf, type Rule, rulesOf } from './rules.ts'
import { networkSlots, type SlotName } from './slots.ts'

type Admission = {
  /** RateLimit headers: alternating names and values. */
  headers: readonly string[]
  /** Set when a limit is exceeded; the call is not counted then. */
  refusal: AppError | null
  /** Uncounts a failed call for its member. The network's count stays. */
  refund: () => void
}

export type Limiter = {
  /** Counts a call; synchronous for limits that each gateway counts alone. Never rejects. */
  admit: (name: LimitName, caller: Caller) => Admission | Promise<Admission>
  /** Counts a websocket until it closes. Throws too_many_requests. */
  countSocket: (socket: Socket, caller: Caller) => void
  /** Takes a slot of each network of this address until the result is called. Throws too_many_requests. */
  takeSlot: (name: SlotName, address: string) => () => void
}

const unlimited: Admission = { headers: [], refusal: null, refund: () => {} }

export const noLimits: Limiter = {
  admit: () => unlimited,
  countSocket: () => {},
  takeSlot: () => () => {},
}

/** Counts calls against the contract's limits; those marked 'together' in the store that all gateways share. */
export const openLimiter = (shared: RateLimitStore, metrics: Metrics): Limiter => {
  const countRefusal = metrics.counter({
    name: 'answerable_rate_limited_total',
    help: 'Requests rejected by a rate limit, by limit.',
    labels: ['limit'],
    known: Object.keys(limits).map((limit) => ({ limit })),
  })
  const own = windowCounts()
  const compiled = new Map(
    (Object.keys(limits) as LimitName[]).map((name) => {
      const stores = { shared, own, onRefusal: () => countRefusal({ limit: name }) }
      const forCaller = (caller: 'member' | 'visitor') => ({
        IPv4: compile(name, { caller, family: 'IPv4' }, stores),
        IPv6: compile(name, { caller, family: 'IPv6' }, stores),
      })
      return [name, { member: forCaller('member'), visitor: forCaller('visitor') }]
    }),
  )
  return {
    admit: (name, { viewer, address }) => {
      const networks = networksOf(address).map((network) => network.name)
      const forCaller = compiled.get(name)?.[viewer === null ? 'visitor' : 'member']
      const family = networks.length === 1 ? 'IPv4' : 'IPv6'
      return forCaller?.[family](networks, memberOf(viewer)) ?? unlimited
    },
    countSocket: openSocketCounts(),
    takeSlot: networkSlots(),
  }
}

const compile = (
  name: LimitName,
  kind: { caller: 'member' | 'visitor'; family: Family },
  { shared, own, onRefusal }: { shared: RateLimitStore; own: WindowCounts; onRefusal: () => void },
) => {
  const { rules, counted } = rulesOf(name, kind)
  const { consume, refund } = counted === 'together' ? shared : own
  /** Limits of wider networks are reported only when exceeded: their callers do not see each other. */
  const always = rules.filter(({ network }) => network === 0)
  const basePolicy = policyField(always)

  const admissionOf = (
    windows: readonly ScopedWindow[],
    { isAllowed, remaining }: Consumed,
  ): Admission => {
    if (!isAllowed) onRefusal()
    // A refusal reports only the exceeded limits, so that no reset is later than Retry-After.
    const reported: (Consumed['remaining'][number] & { name: string })[] = []
    const wider: Rule[] = []
    for (const [index, rule] of rules.entries()) {
      const { unitsLeft = 0, secondsLeft = 0 } = remaining[index] ?? {}
      if (isAllowed ? rule.network !== 0 : unitsLeft > 0) continue
      reported.push({ name: rule.name, unitsLeft, secondsLeft })
      if (rule.network !== 0) wider.push(rule)
    }
    const policy = wider.length === 0 ? basePolicy : policyField([...always, ...wider])
    return {
      headers: ['ratelimit-policy', policy, 'ratelimit', remainingField(reported)],
      refusal: isAllowed
        ? null
        : refusalUntil(Math.max(...reported.map((state) => state.secondsLeft))),
      refund: () => void refund(keysOf(windows.filter(({ scope }) => scope === 'member'))),
    }
  }

  return (
    networks: readonly string[],
    memberId: string | undefined,
  ): Admission | Promise<Admission> => {
    const windows = rules.map(({ name, scope, network, calls, windowSeconds }) => ({
      scope,
      key: `limit:${name}:${scope === 'member' ? memberId : networks[network]}`,
      units: calls,
      windowSeconds,
    }))
    const consumed = consume(windows)
    return consumed instanceof Promise
      ? consumed.then((later) => admissionOf(windows, later))
      : admissionOf(windows, consumed)
  }
}

type ScopedWindow = RateLimitWindow & Pick<Rule, 'scope'>

const keysOf = (windows: readonly RateLimitWindow[]): string[] => windows.map(({ key }) => key)

const refusalUntil = (retryAfterSeconds: number): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds })
