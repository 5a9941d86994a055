import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSubmission } from '../../testing/submissions.ts'
import { createChoiceQueue } from '../submissions/choice-queue.ts'
import { type PendingVote, shownVote, voteAfterClick } from './vote-queue.ts'

const votes = fc.constantFrom<PendingVote>(1, -1, null)

/** A server that responds on demand and records its highest number of concurrent requests. */
const slowServer = () => {
  const waiting: (() => void)[] = []
  const state = { vote: null as PendingVote, version: 1, atOnce: 0, maxAtOnce: 0, requests: 0 }
  return {
    state,
    send: (id: string, vote: PendingVote) =>
      new Promise<ReturnType<typeof aSubmission>>((resolve) => {
        state.requests += 1
        state.atOnce += 1
        state.maxAtOnce = Math.max(state.maxAtOnce, state.atOnce)
        waiting.push(() => {
          state.atOnce -= 1
          state.vote = vote
          state.version += 1
          resolve(aSubmission({ id, userVote: vote, score: vote ?? 0, version: state.version }))
        })
      }),
    respond: () => waiting.shift()?.(),
    isIdle: () => waiting.length === 0,
  }
}

const flush = () => new Promise((resolve) => setImmediate(resolve))

test('after any clicks and responses the server has the last choice', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('vote' as const), vote: votes }),
    fc.record({ kind: fc.constant('response' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), votes, async (steps, last) => {
      const server = slowServer()
      const failures: unknown[] = []
      const queue = createChoiceQueue<PendingVote>({
        send: server.send,
        onConfirmed: () => {},
        onFailed: (_, error) => failures.push(error),
      })
      for (const one of steps) {
        if (one.kind === 'vote') queue.set('aaaaaaaa', one.vote)
        else server.respond()
        await flush()
      }
      queue.set('aaaaaaaa', last)
      while (!server.isIdle()) {
        server.respond()
        await flush()
      }
      expect(server.state.vote).toBe(last)
      expect(server.state.maxAtOnce).toBeLessThanOrEqual(1)
      expect(queue.isPending('aaaaaaaa')).toBe(false)
      expect(failures).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('a hundred clicks during one request cost one request more', async () => {
  const server = slowServer()
  const queue = createChoiceQueue<PendingVote>({
    send: server.send,
    onConfirmed: () => {},
    onFailed: () => {},
  })
  queue.set('aaaaaaaa', 1)
  for (let click = 0; click < 100; click += 1) queue.set('aaaaaaaa', click % 2 === 0 ? -1 : null)
  queue.set('aaaaaaaa', -1)
  while (!server.isIdle()) {
    server.respond()
    await flush()
  }
  expect(server.state).toMatchObject({ vote: -1, requests: 2 })
})

test('submissions send their votes independently', () => {
  const server = slowServer()
  const queue = createChoiceQueue<PendingVote>({
    send: server.send,
    onConfirmed: () => {},
    onFailed: () => {},
  })
  queue.set('aaaaaaaa', 1)
  queue.set('bbbbbbbb', 1)
  expect(server.state.atOnce).toBe(2)
})

test('a rejected vote is reported once and removed', async () => {
  const failures: unknown[] = []
  const queue = createChoiceQueue<PendingVote>({
    send: () => Promise.reject(new Error('refused')),
    onConfirmed: () => {},
    onFailed: (_, error) => failures.push(error),
  })
  queue.set('aaaaaaaa', 1)
  expect(shownVote(aSubmission(), queue.entry('aaaaaaaa'))).toEqual({ score: 11, userVote: 1 })
  await flush()
  expect(failures).toHaveLength(1)
  expect(shownVote(aSubmission(), queue.entry('aaaaaaaa'))).toEqual({ score: 10, userVote: null })
})

test('a vote after a rejected one is still sent', async () => {
  const sent: PendingVote[] = []
  const queue = createChoiceQueue<PendingVote>({
    send: async (id, vote) => {
      sent.push(vote)
      if (vote === 1) throw new Error('refused')
      return aSubmission({ id, userVote: vote, version: 6 })
    },
    onConfirmed: () => {},
    onFailed: () => {
      throw new Error('The last vote did not fail.')
    },
  })
  queue.set('aaaaaaaa', 1)
  queue.set('aaaaaaaa', -1)
  await flush()
  expect(sent).toEqual([1, -1])
})

test('while a vote is pending, the shown score differs from the server’s by exactly that vote', () => {
  fc.assert(
    fc.property(votes, votes, fc.integer(), (userVote, vote, others) => {
      const submission = { score: others + (userVote ?? 0), userVote, version: 1 }
      const shown = shownVote(submission, { choice: vote, confirmedVersion: undefined })
      expect(shown).toEqual({ score: others + (vote ?? 0), userVote: vote })
    }),
  )
})

test('a confirmed vote stays shown until the cached version includes it', () => {
  const entry = { choice: 1, confirmedVersion: 6 } as const
  const before = { score: 10, userVote: null, version: 5 }
  const after = { score: 14, userVote: 1, version: 6 } as const
  expect(shownVote(before, entry)).toEqual({ score: 11, userVote: 1 })
  expect(shownVote(after, entry)).toEqual({ score: 14, userVote: 1 })
})

test('the active arrow withdraws the vote, the other one reverses it', () => {
  expect(voteAfterClick(1, 1)).toBe(null)
  expect(voteAfterClick(1, -1)).toBe(-1)
  expect(voteAfterClick(null, -1)).toBe(-1)
})
