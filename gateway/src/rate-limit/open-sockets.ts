import type { Socket } from 'node:net'
import { openSocketLimits } from '@answerable/contracts/limits'
import { AppError } from '@answerable/service-kit/errors'
import { networksOf } from '@answerable/service-kit/http/client-address'
import { type Caller, memberOf } from './rules.ts'

/** A place is free when somebody leaves, which nobody can foretell. */
const retryAfterSeconds = 30

/** Counts the connections that each member and network holds open at this gateway. */
export const openSocketCounts = () => {
  const counts = new Map<string, number>()
  const leave = (keys: readonly string[]): void => {
    for (const key of keys) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
  return (socket: Socket, { viewer, address }: Caller): void => {
    if (socket.destroyed) return
    const places = [
      ...networksOf(address).map(({ name, allowance }) => ({
        key: `network:${name}`,
        most: openSocketLimits.network * allowance,
      })),
      ...(viewer === null
        ? []
        : [{ key: `member:${memberOf(viewer)}`, most: openSocketLimits.member }]),
    ]
    if (places.some(({ key, most }) => (counts.get(key) ?? 0) >= most)) {
      throw new AppError('too_many_requests', { retryAfterSeconds })
    }
    const keys = places.map(({ key }) => key)
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    socket.once('close', () => leave(keys))
  }
}
