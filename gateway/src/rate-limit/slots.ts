import { slotLimits } from '@answerable/contracts/limits'
import { AppError } from '@answerable/service-kit/errors'
import { networksOf } from '@answerable/service-kit/http/client-address'

type Slot = { key: string; max: number }

/** Takes one of each of these slots, or throws too_many_requests. The result gives them back. */
export type TakeSlots = (slots: readonly Slot[]) => () => void

export const slotCounts = ({ retryAfterSeconds }: { retryAfterSeconds: number }): TakeSlots => {
  const counts = new Map<string, number>()
  return (slots) => {
    if (slots.some(({ key, max }) => (counts.get(key) ?? 0) >= max))
      throw new AppError('too_many_requests', { retryAfterSeconds })
    for (const { key } of slots) counts.set(key, (counts.get(key) ?? 0) + 1)
    return () => {
      for (const { key } of slots) {
        const left = (counts.get(key) ?? 0) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    }
  }
}

export type SlotName = keyof typeof slotLimits

/** The slots of each network, for what takes long. */
export const networkSlots = () => {
  const take = slotCounts({ retryAfterSeconds: 5 })
  return (name: SlotName, address: string): (() => void) =>
    take(
      networksOf(address).map((network) => ({
        key: `${name}:${network.name}`,
        max: slotLimits[name] * Math.min(network.allowance, 2),
      })),
    )
}
