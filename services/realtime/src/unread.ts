import { randomUUID } from 'node:crypto'
import {
  countUnread,
  maxUnreadMembers,
  type UnreadNumber,
} from '@answerable/contracts/notifications'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Log } from '@answerable/service-kit/log'
import type { Sockets } from './sockets.ts'

export type UnreadNumbers = {
  /** Sends the number of a member who has just opened a page. */
  ask: (userId: string) => void
  /** Sends numbers that have changed. */
  take: (members: readonly UnreadNumber[]) => void
  stop: () => void
}

/** Pages that open within this time share a call. */
const batchMilliseconds = 50
const retryMilliseconds = 5_000

/** Sends unread numbers to the open pages of their member, never an older one after a newer one. */
export const startUnreadNumbers = (options: {
  notifications: ServiceCall
  sockets: Pick<Sockets, 'sendToMember' | 'hasMember'>
  log: Log
}): UnreadNumbers => {
  const { notifications, sockets, log } = options
  const waiting = new Set<string>()
  /** The versions that members with open pages have received. */
  const sent = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null

  const send = ({ userId, unread, version }: UnreadNumber): void => {
    sent.set(userId, version)
    sockets.sendToMember(userId, { type: 'UNREAD', unread })
  }

  const flushAfter = (milliseconds: number): void => {
    timer ??= setTimeout(() => void flush(), milliseconds)
  }

  const flush = async (): Promise<void> => {
    const userIds = [...waiting].filter(sockets.hasMember).slice(0, maxUnreadMembers)
    for (const userId of userIds) waiting.delete(userId)
    let pause = batchMilliseconds
    try {
      if (userIds.length > 0) await read(userIds)
    } catch (error) {
      for (const userId of userIds) waiting.add(userId)
      pause = retryMilliseconds
      log.warn({ err: error }, 'reading unread numbers failed, will be retried')
    }
    timer = null
    for (const userId of waiting) if (!sockets.hasMember(userId)) waiting.delete(userId)
    for (const userId of sent.keys()) if (!sockets.hasMember(userId)) sent.delete(userId)
    if (waiting.size > 0) flushAfter(pause)
  }

  const read = async (userIds: string[]): Promise<void> => {
    const { members } = await notifications(countUnread, { body: { userIds } }, randomUUID())
    // The page that has just opened needs the number, even if the member's other pages have it.
    for (const one of members) if (one.version >= (sent.get(one.userId) ?? 0)) send(one)
  }

  return {
    ask: (userId) => {
      waiting.add(userId)
      flushAfter(batchMilliseconds)
    },
    take: (members) => {
      for (const one of members) {
        if (sockets.hasMember(one.userId) && one.version > (sent.get(one.userId) ?? 0)) send(one)
      }
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
