import type { SubmissionChange } from '@answerable/contracts/events'
import type { LiveMessage } from '@answerable/contracts/live'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Broadcast, startBroadcast } from './broadcast.ts'

const windowMilliseconds = 1_000
let sent: { at: number; messages: LiveMessage[] }[]
let broadcast: Broadcast

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  sent = []
  broadcast = startBroadcast({
    windowMilliseconds,
    send: (messages) => sent.push({ at: performance.now(), messages: [...messages] }),
  })
})
afterEach(() => {
  broadcast.stop()
  vi.useRealTimers()
})

const messages = () => sent.flatMap((batch) => batch.messages)
const numbers = (version: number, submissionId = 'a1B2c3D4'): SubmissionChange => ({
  submissionId,
  version,
  score: version * 10,
  commentCount: version,
  approved: true,
  cause: 'numbers',
})
const decision = (version: number): SubmissionChange => ({ ...numbers(version), cause: 'decision' })

test('the first change is sent at once, with its numbers', () => {
  broadcast.take(numbers(1))
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([
    { type: 'VOTE_UPDATE', submissionId: 'a1B2c3D4', version: 1, score: 10, commentCount: 1 },
  ])
})

test('changes within the window are sent as one, the newest, at its end', () => {
  broadcast.take(numbers(1))
  vi.advanceTimersByTime(1)
  for (const version of [2, 4, 3]) broadcast.take(numbers(version))
  vi.advanceTimersByTime(windowMilliseconds - 10)
  expect(messages()).toHaveLength(1)
  vi.advanceTimersByTime(20)
  expect(messages().map(({ version }) => version)).toEqual([1, 4])
})

test('a new submission and a decision are sent without numbers, and so is what joins them', () => {
  broadcast.take({ ...numbers(1), cause: 'created' })
  vi.advanceTimersByTime(1)
  broadcast.take(decision(2))
  broadcast.take(numbers(3))
  vi.advanceTimersByTime(windowMilliseconds)
  expect(messages()).toEqual([
    { type: 'VOTE_UPDATE', submissionId: 'a1B2c3D4', version: 1 },
    { type: 'VOTE_UPDATE', submissionId: 'a1B2c3D4', version: 3 },
  ])
})

test('a late decision still makes pages refetch, and a repeated one has no effect', () => {
  broadcast.take(numbers(5))
  vi.advanceTimersByTime(windowMilliseconds)
  broadcast.take(decision(4))
  vi.advanceTimersByTime(windowMilliseconds)
  broadcast.take(numbers(5))
  broadcast.take(numbers(3))
  vi.advanceTimersByTime(windowMilliseconds)
  expect(messages().slice(1)).toEqual([
    { type: 'VOTE_UPDATE', submissionId: 'a1B2c3D4', version: 5 },
  ])
})

test('the sections of all changes in a window are sent with the newest figures, once', () => {
  broadcast.take(numbers(1))
  vi.advanceTimersByTime(1)
  broadcast.take({ ...numbers(2), sections: ['alternatives'] })
  broadcast.take({ ...numbers(3), sections: ['timeline', 'alternatives'] })
  broadcast.take(numbers(4))
  vi.advanceTimersByTime(windowMilliseconds)
  broadcast.take(numbers(5))
  vi.advanceTimersByTime(windowMilliseconds)
  expect(messages().map(({ version, score, sections }) => ({ version, score, sections }))).toEqual([
    { version: 1, score: 10, sections: undefined },
    { version: 4, score: 40, sections: ['alternatives', 'timeline'] },
    { version: 5, score: 50, sections: undefined },
  ])
})

test('sections that arrive late are sent with the newest figures, so that pages refetch only them', () => {
  broadcast.take(numbers(5))
  vi.advanceTimersByTime(windowMilliseconds)
  broadcast.take({ ...numbers(4), sections: ['alternatives'] })
  vi.advanceTimersByTime(windowMilliseconds)
  broadcast.take({ ...numbers(6), sections: ['timeline'] })
  broadcast.take({ ...numbers(3), sections: ['alternatives'] })
  vi.advanceTimersByTime(windowMilliseconds)
  expect(messages()).toMatchObject([
    { version: 5, score: 50 },
    { version: 5, score: 50, sections: ['alternatives'] },
    { version: 6, score: 60, sections: ['timeline', 'alternatives'] },
  ])
})

test('sections that arrive after a later decision make pages refetch', () => {
  broadcast.take(decision(5))
  vi.advanceTimersByTime(windowMilliseconds)
  broadcast.take({ ...numbers(4), sections: ['alternatives'] })
  vi.advanceTimersByTime(windowMilliseconds)
  expect(messages().slice(1)).toEqual([
    { type: 'VOTE_UPDATE', submissionId: 'a1B2c3D4', version: 5 },
  ])
})

test('changes of several submissions are sent in one batch', () => {
  broadcast.take(numbers(1, 'aaaaaaaa'))
  vi.advanceTimersByTime(1)
  broadcast.take(numbers(1, 'bbbbbbbb'))
  broadcast.take(numbers(1, 'cccccccc'))
  vi.advanceTimersByTime(100)
  expect(sent.map((batch) => batch.messages.length)).toEqual([1, 2])
})

test('after a stop nothing is sent', () => {
  broadcast.take(numbers(1))
  broadcast.stop()
  vi.advanceTimersByTime(10_000)
  expect(messages()).toEqual([])
})

const someChange = fc.record({
  submissionId: fc.constantFrom('aaaaaaaa', 'bbbbbbbb', 'cccccccc'),
  version: fc.integer({ min: 1, max: 30 }),
  cause: fc.constantFrom('created', 'numbers', 'numbers', 'numbers', 'decision'),
})
const someHistory = fc.array(fc.tuple(someChange, fc.integer({ min: 0, max: 700 })), {
  minLength: 1,
  maxLength: 60,
})

test('in any order of events no version decreases, each window has one message, and the newest is sent', () => {
  fc.assert(
    fc.property(someHistory, (history) => {
      sent = []
      broadcast.stop()
      broadcast = startBroadcast({
        windowMilliseconds,
        send: (batch) => sent.push({ at: performance.now(), messages: [...batch] }),
      })
      for (const [{ submissionId, version, cause }, wait] of history) {
        broadcast.take({ ...numbers(version, submissionId), cause })
        vi.advanceTimersByTime(wait)
      }
      vi.advanceTimersByTime(2 * windowMilliseconds)
      for (const submissionId of new Set(history.map(([change]) => change.submissionId))) {
        const own = sent.flatMap(({ at, messages }) =>
          messages
            .filter((message) => message.submissionId === submissionId)
            .map(({ version }) => ({ at, version })),
        )
        const given = history.filter(([change]) => change.submissionId === submissionId)
        const newest = Math.max(...given.map(([change]) => change.version))
        expect(own.at(-1)?.version).toBe(newest)
        own.slice(1).forEach(({ at, version }, index) => {
          const before = own[index]
          expect(version).toBeGreaterThanOrEqual(before?.version ?? 0)
          expect(at - (before?.at ?? 0)).toBeGreaterThanOrEqual(windowMilliseconds)
        })
      }
    }),
    { numRuns: 300 },
  )
})

test('the latest of each submission is there for a few seconds for pages that open, and no longer', () => {
  for (const version of [1, 2]) {
    broadcast.take(numbers(version))
    broadcast.take(numbers(1, 'e5F6g7H8'))
    vi.advanceTimersByTime(windowMilliseconds)
  }
  vi.advanceTimersByTime(windowMilliseconds)
  expect(
    broadcast.recent().map(({ submissionId, version }) => `${submissionId} ${version}`),
  ).toEqual(['e5F6g7H8 1', 'a1B2c3D4 2'])
  vi.advanceTimersByTime(10_000)
  expect(broadcast.recent()).toEqual([])
})
