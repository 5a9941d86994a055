import { type Limit, limitOf, limits } from '@answerable/contracts/limits'
import type { Route } from '@answerable/contracts/route'

/** The limits of a call in a sentence. */
export const rateLimitsOf = (route: Route): string => {
  const { member, network, visitors }: Limit = limits[limitOf(route)]
  const each = [
    ...rateLimitFor('each member', member),
    ...rateLimitFor('each network', network),
    ...rateLimitFor('all signed-out visitors of a network', visitors),
  ]
  return `Rate limits: ${each.join('; ')}.`
}

const rateLimitFor = (caller: string, windows: Limit['member'] = []): string[] => {
  if (windows.length === 0) return []
  const rates = windows.map(
    ({ calls, windowSeconds }) =>
      `${plain(calls)} ${calls === 1 ? 'request' : 'requests'} per ${periodOf(windowSeconds)}`,
  )
  return [`${rates.join(' and ')} for ${caller}`]
}

const plain = (value: number): string => value.toLocaleString('en')

/** 'minute' or '5 minutes'. */
const periodOf = (seconds: number): string => {
  const [length, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second']
  return seconds === length ? unit : `${seconds / length} ${unit}s`
}

const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]
