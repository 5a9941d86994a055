import { type Limit, type LimitName, limits } from '@answerable/contracts/limits'
import type { Viewer } from '@answerable/contracts/sessions'
import { type Network, networksOf } from '@answerable/service-kit/http/client-address'

/** The author of a call; without a viewer, a visitor. */
export type Caller = { viewer: Viewer | null; address: string }

/** What a member is counted by: the mailbox, whose accounts share its limits. */
export const memberOf = (viewer: Viewer | null): string | undefined =>
  viewer?.voter?.id ?? viewer?.id

/** One quota of a limit, under the name that callers are told. */
export type Rule = {
  readonly name: string
  /** Whose calls are counted: those of the member, of a network, or of a network's visitors. */
  readonly whose: 'member' | 'network' | 'visitors'
  /** Which of the networks of an address is meant; the smallest comes first. */
  readonly network: number
  readonly calls: number
  readonly windowSeconds: number
}

export type Rules = {
  readonly rules: readonly Rule[]
  readonly counted: Limit['counted']
}

export type Family = 'IPv4' | 'IPv6'

const networks: Record<Family, readonly Network[]> = {
  IPv4: networksOf('0.0.0.0'),
  IPv6: networksOf('::'),
}

/** What counts for a member, or for a visitor, who calls from an address of this family. */
export const rulesOf = (
  name: LimitName,
  { caller, family }: { caller: 'member' | 'visitor'; family: Family },
): Rules => {
  const limit: Limit = limits[name]
  const forNetworks = (whose: 'network' | 'visitors', windows: Limit['visitors'] = []): Rule[] =>
    windows.flatMap(({ calls, windowSeconds }) =>
      networks[family].map(({ prefix, allowance }, network) => ({
        // The smallest network goes without its prefix, which is the same for everyone of the family.
        name: `${name}-${whose}${network === 0 ? '' : prefix}-${windowSeconds}s`,
        whose,
        network,
        calls: calls * allowance,
        windowSeconds,
      })),
    )
  const forMember = (limit.member ?? []).map(
    ({ calls, windowSeconds }): Rule => ({
      name: `${name}-member-${windowSeconds}s`,
      whose: 'member',
      network: 0,
      calls,
      windowSeconds,
    }),
  )
  return {
    rules: [
      ...(caller === 'member' ? forMember : []),
      ...forNetworks('network', limit.network),
      ...(caller === 'visitor' ? forNetworks('visitors', limit.visitors) : []),
    ],
    counted: limit.counted,
  }
}
