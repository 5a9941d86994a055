import { expect, test } from 'vitest'
import { watchBursts } from './bursts.ts'

const hour = 3_600_000

const startWatch = () => {
  const state = { now: 0 }
  const watch = watchBursts(() => state.now)
  const vote = (voter: number, submission = 1, network: string | null = 'one') =>
    watch({ submissionId: `submission-${submission}`, voterId: `voter-${voter}`, network })
  const votes = (count: number, ...where: [submission?: number, network?: string | null]) =>
    Array.from({ length: count }, (_, voter) => vote(voter, ...where))
  return { state, vote, votes }
}

test('of one network twenty voters are usual on one submission, and each further one is too many', () => {
  const { vote, votes } = startWatch()
  expect(votes(20)).toEqual(Array(20).fill(false))
  expect([vote(20), vote(21), vote(20)]).toEqual([true, true, true])
})

test('a voter is counted once', () => {
  const { vote, votes } = startWatch()
  votes(19)
  expect([vote(3), vote(3)]).toEqual([false, false])
  expect(vote(19)).toBe(false)
  expect(vote(3)).toBe(false)
  expect(vote(20)).toBe(true)
})

test('another submission and another network are counted on their own, and no network is none', () => {
  const { votes } = startWatch()
  votes(20)
  expect(votes(20, 2)).not.toContain(true)
  expect(votes(20, 1, 'other')).not.toContain(true)
  expect(votes(40, 1, null)).not.toContain(true)
})

test('the count begins anew an hour after its first vote', () => {
  const { state, vote, votes } = startWatch()
  votes(1)
  state.now = hour - 1
  votes(20)
  expect(vote(20)).toBe(true)
  state.now = hour
  expect(votes(20)).not.toContain(true)
  expect(vote(20)).toBe(true)
})

test('beyond 20,000 counts the oldest is forgotten, and no other', () => {
  const { vote, votes } = startWatch()
  votes(20, 1)
  votes(20, 2)
  for (let submission = 3; submission <= 20_000; submission += 1) vote(0, submission)
  expect([vote(20, 1), vote(20, 2)]).toEqual([true, true])
  vote(0, 20_001)
  expect(vote(20, 2)).toBe(true)
  expect(vote(20, 1)).toBe(false)
})

test('a count that begins anew is the youngest again', () => {
  const { state, vote, votes } = startWatch()
  vote(0, 1)
  state.now = 1
  votes(20, 2)
  state.now = hour
  votes(20, 1)
  for (let submission = 3; submission <= 20_001; submission += 1) vote(0, submission)
  expect(vote(20, 1)).toBe(true)
  expect(vote(20, 2)).toBe(false)
})
