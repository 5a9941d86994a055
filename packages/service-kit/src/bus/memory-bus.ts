import { LRUCache } from 'lru-cache'
import type { Bus, BusMessage, BusOptions } from './bus.ts'
import { countDeadLetters } from './bus-metrics.ts'
import { type DeliveryOptions, deliver, type Subscription, subscription } from './delivery.ts'

const rememberedEvents = 20_000
const duplicateWindowMilliseconds = 10 * 60_000

type MemoryBusOptions = BusOptions & {
  /**
   * Publishes reject while it returns false. Use it to start several services on one bus: none may publish
   * from its outbox before all have subscribed.
   */
  readonly isOpen?: () => boolean
}

/**
 * The bus of a single process. It stores nothing: a publish rejects until every audience has applied the
 * event, so the publisher's outbox row survives a crash. An audience that has applied an event does not
 * receive it again when the row is published again.
 */
export const memoryBus = (given: MemoryBusOptions): Bus => {
  const options = { ...given, ...countDeadLetters(given) }
  const members = new Map<string, Subscription[]>()
  const recent = new LRUCache<string, Progress>({
    max: rememberedEvents,
    ttl: duplicateWindowMilliseconds,
  })
  const underWay = new Set<Promise<void>>()
  let isClosed = false

  const begin = (message: BusMessage): Progress => {
    const waiting = [...members.values()]
      .filter(([first]) => first?.subject === message.subject)
      .map((group) => ({ group, attempt: 0, notBefore: 0 }))
    const progress = { message, waiting, advancing: null }
    recent.set(message.id, progress)
    return progress
  }

  const publish = async (message: BusMessage): Promise<void> => {
    if (isClosed || options.isOpen?.() === false) throw new Error('the event bus is not open')
    const progress = recent.get(message.id) ?? begin(message)
    progress.advancing ??= track(
      advance(progress, { ...options, publish }).finally(() => {
        progress.advancing = null
      }),
    )
    await progress.advancing
  }

  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
    return tracked
  }

  return {
    publish,
    subscribe: async (event, audience, handle) => {
      const key =
        'everyInstanceOf' in audience
          ? `${event.subject} #${members.size}`
          : `${event.subject} ${audience.group}`
      const group = members.get(key) ?? []
      members.set(key, [...group, subscription(event, audience, handle)])
    },
    isConnected: () => !isClosed,
    close: async () => {
      isClosed = true
      await Promise.allSettled(underWay)
    },
  }
}

/** The audiences that have not yet applied an event. */
type Progress = { message: BusMessage; waiting: Waiting[]; advancing: Promise<void> | null }

type Waiting = { group: readonly Subscription[]; attempt: number; notBefore: number }

/** Rejects unless every audience has finished with the event. */
const advance = async (progress: Progress, options: DeliveryOptions): Promise<void> => {
  const stillWaiting = await Promise.all(
    progress.waiting.map(async (waiting) => {
      if (performance.now() < waiting.notBefore) return true
      waiting.attempt += 1
      const member = waiting.group[waiting.attempt % waiting.group.length]
      if (member === undefined) return false
      const outcome = await deliver(
        member,
        { message: progress.message, attempt: waiting.attempt },
        options,
      )
      if (outcome.done) return false
      waiting.notBefore = performance.now() + outcome.retryInMilliseconds
      return true
    }),
  )
  progress.waiting = progress.waiting.filter((_, index) => stillWaiting[index])
  if (progress.waiting.length > 0) throw new Error('an audience has yet to apply the event')
}
