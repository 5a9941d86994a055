import { type Limit, type LimitName, limits } from '@answerable/contracts/limits'

/** One quota of a limit, under the name that callers are told. */
export type Rule = {
  readonly name: string
  readonly whose: 'member' | 'network'
  readonly calls: number
  readonly windowSeconds: number
}

export type Rules = {
  readonly rules: readonly Rule[]
  readonly counted: Limit['counted']
}

/** What counts for a member, or for a visitor, who has the network's limits only. */
export const rulesOf = (name: LimitName, caller: 'member' | 'visitor'): Rules => {
  const limit: Limit = limits[name]
  const named = (whose: Rule['whose'], windows: Limit['network'] = []): Rule[] =>
    windows.map(({ calls, windowSeconds }) => ({
      name: `${name}-${whose}-${windowSeconds}s`,
      whose,
      calls,
      windowSeconds,
    }))
  return {
    rules: [
      ...(caller === 'member' ? named('member', limit.member) : []),
      ...named('network', limit.network),
      ...(caller === 'visitor' ? named('network', limit.visitors) : []),
    ],
    counted: limit.counted,
  }
}
