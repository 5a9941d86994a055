import type { Socket } from 'node:net'
import { openSocketLimits } from '@answerable/contracts/limits'
import { AppError } from '@answerable/service-kit/errors'
import { networksOf } from '@answerable/service-kit/http/client-address'
import { type Caller, memberOf } from './rules.ts'

const retryAfterSeconds = 30

/** Counts the open websockets of each member and network at this gateway. */
export const openSocketCounts = () => {
  const counts = new Map<string, number>()
  const release = (keys: readonly string[]): void => {
    for (const key of keys) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
  return (socket: Socket, { viewer, address }: Caller): void => {
    if (socket.destroyed) return
    const slots = [
      ...networksOf(address).map(({ name, allowance }) => ({
        key: `network:${name}`,
        max: openSocketLimits.network * allowance,
      })),
      ...(viewer === null
        ? []
        : [{ key: `member:${memberOf(viewer)}`, max: openSocketLimits.member }]),
    ]
    if (slots.some(({ key, max }) => (counts.get(key) ?? 0) >= max)) {
      throw new AppError('too_many_requests', { retryAfterSeconds })
    }
    const keys = slots.map(({ key }) => key)
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    socket.once('close', () => release(keys))
  }
}
