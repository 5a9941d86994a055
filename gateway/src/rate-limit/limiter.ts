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

type Admission = {
  /** What the answer tells of the limits: names and values in turn. */
  headers: readonly string[]
  /** Set where too much was asked for; nothing was counted then. */
  refusal: AppError | null
  /** For a call that came to nothing: its member may make it again. The network's count stays. */
  giveBack: () => void
}

export type Limiter = {
  /** Counts a call, at once where each gateway counts for itself. Never rejects. */
  admit: (name: LimitName, caller: Caller) => Admission | Promise<Admission>
  /** Counts a live connection for as long as it lasts. Throws too_many_requests. */
  enter: (socket: Socket, caller: Caller) => void
}

const unlimited: Admission = { headers: [], refusal: null, giveBack: () => {} }

export const noLimits: Limiter = { admit: () => unlimited, enter: () => {} }

/** Counts calls against the limits of the contract, those counted together in `shared`. */
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
      const needs = { shared, own, onRefusal: () => countRefusal({ limit: name }) }
      const forCaller = (caller: 'member' | 'visitor') => ({
        IPv4: compile(name, { caller, family: 'IPv4' }, needs),
        IPv6: compile(name, { caller, family: 'IPv6' }, needs),
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
    enter: openSocketCounts(),
  }
}

const compile = (
  name: LimitName,
  kind: { caller: 'member' | 'visitor'; family: Family },
  { shared, own, onRefusal }: { shared: RateLimitStore; own: WindowCounts; onRefusal: () => void },
) => {
  const { rules, counted } = rulesOf(name, kind)
  const { consume, refund } = counted === 'together' ? shared : own
  /** The wider networks' limits are told once they are used up: their callers cannot see the others there. */
  const usual = new Set(rules.filter(({ network }) => network === 0))
  const usualPolicy = policyField([...usual])

  const admissionOf = (
    quotas: readonly OwnedQuota[],
    { isAllowed, remaining }: Consumed,
  ): Admission => {
    if (!isAllowed) onRefusal()
    const states = remaining.flatMap((state, index) => {
      const rule = rules[index]
      return rule === undefined ? [] : [{ ...state, rule, name: rule.name }]
    })
    // A refusal names what it is about alone, so that it does not speak of later than Retry-After.
    const told = states.filter(({ rule, unitsLeft }) =>
      isAllowed ? usual.has(rule) : unitsLeft === 0,
    )
    const wider = told.map(({ rule }) => rule).filter((rule) => !usual.has(rule))
    const policy = wider.length === 0 ? usualPolicy : policyField([...usual, ...wider])
    return {
      headers: ['ratelimit-policy', policy, 'ratelimit', remainingField(told)],
      refusal: isAllowed ? null : refusalUntil(Math.max(...told.map((state) => state.secondsLeft))),
      giveBack: () => void refund(keysOf(quotas.filter(({ whose }) => whose === 'member'))),
    }
  }

  return (
    networks: readonly string[],
    memberId: string | undefined,
  ): Admission | Promise<Admission> => {
    const quotas = rules.map(({ name, whose, network, calls, windowSeconds }) => ({
      whose,
      key: `limit:${name}:${whose === 'member' ? memberId : networks[network]}`,
      units: calls,
      windowSeconds,
    }))
    const taken = consume(quotas)
    return taken instanceof Promise
      ? taken.then((later) => admissionOf(quotas, later))
      : admissionOf(quotas, taken)
  }
}

type OwnedQuota = RateLimitWindow & Pick<Rule, 'whose'>

const keysOf = (quotas: readonly RateLimitWindow[]): string[] => quotas.map(({ key }) => key)

const refusalUntil = (retryAfterSeconds: number): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds })
