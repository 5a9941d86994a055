import { randomUUID } from 'node:crypto'
import type { Viewer } from '@answerable/contracts/sessions'
import { AppError } from '@answerable/service-kit/errors'
import { noMetrics } from '@answerable/service-kit/observability/metrics'
import { stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { expect, test, vi } from 'vitest'
import { sessionDirectory } from './sessions.ts'

const request = { requestId: 'request-1', address: '192.0.2.1' }
const hash = 'a'.repeat(43)

/** A directory at an auth service that has one session. */
const openDirectory = (role: Viewer['role'] = 'member') => {
  stopTimersOfTest()
  const viewer: Viewer = { id: randomUUID(), username: 'someone', role }
  const auth = {
    viewer,
    lookups: 0,
    asked: [] as (string | null)[],
    isAway: false,
    isReset: false,
    changes: { sessionHashes: [] as string[], userIds: [] as string[] },
  }
  const sessions = sessionDirectory(
    {
      resolve: async (asked) => {
        auth.lookups += 1
        return asked === hash ? viewer : null
      },
      readChanges: async (after) => {
        auth.asked.push(after)
        if (auth.isAway) throw new AppError('unavailable')
        const complete = after !== null && !auth.isReset
        return { position: `position ${auth.asked.length}`, complete, ...auth.changes }
      },
    },
    noMetrics,
  )
  const lookUp = () => sessions.lookup(hash, request)
  /** Uses the session once a second. */
  const useFor = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      await lookUp()
    }
  }
  return { auth, sessions, lookUp, useFor }
}

/** Looks the session up after auth has been asked once. */
const openFollowed = async (role?: Viewer['role']) => {
  const directory = openDirectory(role)
  await directory.lookUp()
  await vi.advanceTimersByTimeAsync(0)
  await directory.useFor(13)
  directory.auth.lookups = 0
  return directory
}

test('a session that auth confirms every second is cached for a minute', async () => {
  const { auth, useFor } = openDirectory()
  await useFor(7)
  // The first lookup may be older than the first position, so it is repeated once.
  expect(auth.lookups).toBe(2)
  auth.lookups = 0
  await useFor(50)
  expect(auth.lookups).toBe(0)
  await useFor(15)
  expect(auth.lookups).toBe(1)
})

test('each call continues at the position of the one before', async () => {
  const { auth, useFor } = openDirectory()
  await useFor(4)
  expect(auth.asked.slice(0, 4)).toEqual([null, 'position 1', 'position 2', 'position 3'])
})

test.each(['sessionHashes', 'userIds'] as const)(
  'a change of %s ends the cached session without an event',
  async (kind) => {
    const { auth, useFor } = await openFollowed()
    auth.changes = { sessionHashes: [], userIds: [] }
    auth.changes[kind] = [kind === 'userIds' ? auth.viewer.id : hash]
    await useFor(2)
    expect(auth.lookups).toBeGreaterThan(0)
  },
)

test('while auth does not answer, a session is cached for five seconds only', async () => {
  const { auth, useFor } = await openFollowed()
  auth.isAway = true
  await useFor(4)
  expect(auth.lookups).toBe(0)
  await useFor(3)
  expect(auth.lookups).toBe(1)
  await useFor(12)
  expect(auth.lookups).toBe(3)
})

test('when changes may be missing, older sessions are looked up again', async () => {
  const { auth, useFor } = await openFollowed()
  auth.isReset = true
  await useFor(2)
  auth.isReset = false
  expect(auth.lookups).toBe(1)
  await useFor(40)
  expect(auth.lookups).toBe(2)
})

test('a session of an administrator is cached for five seconds', async () => {
  const { auth, useFor } = await openFollowed('admin')
  await useFor(12)
  expect(auth.lookups).toBeGreaterThanOrEqual(2)
})

test('without requests of members, auth is not asked', async () => {
  const { auth, lookUp, useFor } = await openFollowed()
  await vi.advanceTimersByTimeAsync(15_000)
  const asked = auth.asked.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(auth.asked).toHaveLength(asked)
  // The next use continues the series, and a pause of more than a minute begins a new one.
  await lookUp()
  expect(auth.asked.at(-1)).toBe(`position ${asked}`)
  await useFor(1)
  await vi.advanceTimersByTimeAsync(90_000)
  await lookUp()
  expect(auth.asked.at(-1)).toBeNull()
})

test('after a stop, auth is not asked', async () => {
  const { auth, sessions, lookUp } = await openFollowed()
  sessions.stop()
  const asked = auth.asked.length
  await vi.advanceTimersByTimeAsync(5_000)
  await lookUp()
  expect(auth.asked).toHaveLength(asked)
})

test('a flood of invalid sessions displaces no member', async () => {
  const { auth, sessions, lookUp } = openDirectory()
  await lookUp()
  for (let number = 0; number < 40_000; number += 1)
    await sessions.lookup(`invalid-${number}`, request)
  auth.lookups = 0
  await lookUp()
  expect(auth.lookups).toBe(0)
})
