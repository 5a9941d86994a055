import { type Limit, type LimitName, limits } from '@answerable/contracts/limits'
import type { Viewer } from '@answerable/contracts/sessions'
import { type Network, networksOf } from '@answerable/service-kit/http/client-address'

/** The author of a call; without a viewer, a visitor. */
export type Caller = { viewer: Viewer | null; address: string }

/** The key that a member is counted by: accounts of one mailbox share their limits. */
export const memberOf = (viewer: Viewer | null): string | undefined =>
  viewer?.voter?.id ?? viewer?.id

/** One window of a limit, with its name in the RateLimit headers. */
export type Rule = {
  readonly name: string
  /** The calls that are counted: of the member, of a network, or of a network's visitors. */
  readonly scope: 'member' | 'network' | 'visitors'
  /** Index among the networks of an address, the smallest first. */
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

/** The rules for members or visitors with an address of this family. */
export const rulesOf = (
  name: LimitName,
  { caller, family }: { caller: 'member' | 'visitor'; family: Family },
): Rules => {
  const limit: Limit = limits[name]
  const forNetworks = (scope: 'network' | 'visitors', windows: Limit['visitors'] = []): Rule[] =>
    windows.flatMap(({ calls, windowSeconds }) =>
      networks[family].map(({ prefix, allowance }, network) => ({
        // The smallest network has no prefix in its name, because it is the same for the whole family.
        name: `${name}-${scope}${network === 0 ? '' : prefix}-${windowSeconds}s`,
        scope,
        network,
        calls: calls * allowance,
        windowSeconds,
      })),
    )
  const forMember = (limit.member ?? []).map(
    ({ calls, windowSeconds }): Rule => ({
      name: `${name}-member-${windowSeconds}s`,
      scope: 'member',
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
