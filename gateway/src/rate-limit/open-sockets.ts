import type { Socket } from 'node:net'
import { openSocketLimits } from '@answerable/contracts/limits'
import { networksOf } from '@answerable/service-kit/http/client-address'
import { type Caller, memberOf } from './rules.ts'
import { slotCounts } from './slots.ts'

/** Counts the open websockets of each member and network at this gateway. */
export const openSocketCounts = () => {
  const take = slotCounts({ retryAfterSeconds: 30 })
  return (socket: Socket, { viewer, address }: Caller): void => {
    if (socket.destroyed) return
    const release = take([
      ...networksOf(address).map(({ name, allowance }) => ({
        key: `network:${name}`,
        max: openSocketLimits.network * allowance,
      })),
      ...(viewer === null
        ? []
        : [{ key: `member:${memberOf(viewer)}`, max: openSocketLimits.member }]),
    ])
    socket.once('close', release)
  }
}
