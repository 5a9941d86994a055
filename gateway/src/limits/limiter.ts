import type { Socket } from 'node:net'
import { type LimitName, limits } from '@answerable/contracts/limits'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Cache, Quota, Taken } from '@answerable/service-kit/cache'
import { networkOf } from '@answerable/service-kit/client-address'
import { AppError } from '@answerable/service-kit/errors'
import type { Metrics } from '@answerable/service-kit/metrics'
import { type QuotaCounts, quotaCounts } from '@answerable/service-kit/quota-counts'
import { policyField, standingField } from './fields.ts'
import { openSocketCounts } from './open-sockets.ts'
import { type Rule, rulesOf } from './rules.ts'

export type Caller = { viewer: Viewer | null; address: string }

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
export const openLimiter = (shared: Cache, metrics: Metrics): Limiter => {
  const countRefusal = metrics.counter({
    name: 'answerable_rate_limited_total',
    help: 'Calls refused because too many were made, by the limit.',
    labels: ['limit'],
  })
  const own = quotaCounts()
  const compiled = new Map(
    (Object.keys(limits) as LimitName[]).map((name) => {
      const needs = { shared, own, onRefusal: () => countRefusal({ limit: name }) }
      return [
        name,
        { member: compile(name, 'member', needs), visitor: compile(name, 'visitor', needs) },
      ]
    }),
  )
  return {
    admit: (name, caller) =>
      compiled.get(name)?.[caller.viewer === null ? 'visitor' : 'member'](caller) ?? unlimited,
    enter: openSocketCounts(),
  }
}

const compile = (
  name: LimitName,
  kind: 'member' | 'visitor',
  { shared, own, onRefusal }: { shared: Cache; own: QuotaCounts; onRefusal: () => void },
) => {
  const { rules, counted } = rulesOf(name, kind)
  const { take, giveBack } = counted === 'together' ? shared : own
  const policy = policyField(rules)

  const admissionOf = (quotas: readonly OwnedQuota[], { isTaken, standing }: Taken): Admission => {
    if (!isTaken) onRefusal()
    const states = standing.map(({ unitsLeft, secondsLeft }, index) => ({
      name: rules[index]?.name ?? '',
      unitsLeft,
      secondsLeft,
    }))
    // A refusal names what it is about alone, so that it does not speak of later than Retry-After.
    const told = isTaken ? states : states.filter(({ unitsLeft }) => unitsLeft === 0)
    return {
      headers: ['ratelimit-policy', policy, 'ratelimit', standingField(told)],
      refusal: isTaken ? null : refusalUntil(Math.max(...told.map((state) => state.secondsLeft))),
      giveBack: () => void giveBack(keysOf(quotas.filter(({ whose }) => whose === 'member'))),
    }
  }

  return (caller: Caller): Admission | Promise<Admission> => {
    if (rules.length === 0) return unlimited
    const quotas = quotasOf(rules, caller)
    const taken = take(quotas)
    return taken instanceof Promise
      ? taken.then((later) => admissionOf(quotas, later))
      : admissionOf(quotas, taken)
  }
}

type OwnedQuota = Quota & Pick<Rule, 'whose'>

const quotasOf = (rules: readonly Rule[], { viewer, address }: Caller): OwnedQuota[] => {
  const network = networkOf(address)
  return rules.map(({ name, whose, calls, windowSeconds }) => ({
    whose,
    key: `limit:${name}:${whose === 'member' ? viewer?.id : network}`,
    units: calls,
    windowSeconds,
  }))
}

const keysOf = (quotas: readonly Quota[]): string[] => quotas.map(({ key }) => key)

const refusalUntil = (retryAfterSeconds: number): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds })
