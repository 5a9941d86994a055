import { randomUUID } from 'node:crypto'
import type { RouteResponse } from '@answerable/contracts/route'
import { readSessionChanges } from '@answerable/contracts/sessions'
import type { LoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { serviceCaller } from '@answerable/service-kit/calls/service-caller'
import type { Config } from '../config.ts'

type Changes = RouteResponse<typeof readSessionChanges>

export type SessionChanges = {
  /** Marks that cached sessions are in use: for a while, auth is asked for changes every second. */
  follow: () => void
  /** Whether all changes since this time (of `performance.now()`) are applied, except those of the last five seconds. */
  coverSince: (time: number) => boolean
  stop: () => void
}

/** Reads the changes after a position; throws if auth is not available. */
export type ReadSessionChanges = (after: string | null) => Promise<Changes>

const timeoutMilliseconds = 1_000
const everyMilliseconds = 1_000
/** Without use of a cached session for this long, auth is not asked any more. */
const idleMilliseconds = 10_000
const maxDelayMilliseconds = 5_000
/** Auth deletes old changes after a longer time. */
const maxPauseMilliseconds = 60_000

export const sessionChangesReader = (
  config: Pick<Config, 'PASSPORT_KEYS'>,
  replicas: LoadBalancer,
): ReadSessionChanges => {
  const call = serviceCaller({
    issuer: 'gateway',
    replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds,
  })
  return (after) => call(readSessionChanges, { body: { after } }, randomUUID())
}

/**
 * Asks auth for the sessions that ended and the accounts that changed, and applies them. So a gateway knows that its
 * cached sessions are valid, even if no event reaches it. Every time is that of this gateway's clock: a response has
 * all changes that were committed before its request was sent.
 */
export const followSessionChanges = (options: {
  read: ReadSessionChanges
  apply: (changes: Pick<Changes, 'sessionHashes' | 'userIds'>) => void
}): SessionChanges => {
  let position: string | null = null
  /** Since when no change has been missed. */
  let followedFrom = Number.POSITIVE_INFINITY
  let appliedUntil = Number.NEGATIVE_INFINITY
  let usedAt = Number.NEGATIVE_INFINITY
  let isFollowing = false
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const ask = async (): Promise<void> => {
    const sentAt = performance.now()
    const isContinued = sentAt - appliedUntil < maxPauseMilliseconds
    const changes = await options.read(isContinued ? position : null)
    if (!changes.complete) followedFrom = performance.now()
    options.apply(changes)
    position = changes.position
    appliedUntil = sentAt
  }

  const askAndWait = (): void => {
    // A failure is not logged: the sessions are looked up again, and those lookups report it.
    void ask()
      .catch(() => {})
      .then(() => {
        if (isStopped || performance.now() - usedAt > idleMilliseconds) isFollowing = false
        else timer = setTimeout(askAndWait, everyMilliseconds).unref()
      })
  }

  return {
    follow: () => {
      usedAt = performance.now()
      if (isFollowing || isStopped) return
      isFollowing = true
      askAndWait()
    },
    coverSince: (time) =>
      time > followedFrom && performance.now() - appliedUntil <= maxDelayMilliseconds,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
