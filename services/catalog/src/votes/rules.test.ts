import { expect, test } from 'vitest'
import { smallerGroups } from './rules.ts'
import type { Ballot } from './store.ts'

let accounts = 0
const ballotOn = (submissionId: string): { ballot: Ballot } => {
  accounts += 1
  const accountId = `account-${accounts}`
  return {
    ballot: {
      accountId,
      submissionId,
      choice: 1,
      requestId: 'request',
      voter: { id: accountId, joinedAt: '2026-01-01T00:00:00.000Z' },
      network: null,
      isBurst: false,
    },
  }
}
const failure = (code: string) => Object.assign(new Error('failed'), { code })
const [lockTimeout, gone, badValue] = [failure('55P03'), failure('57P01'), failure('22P02')]
const [one, two, other] = [ballotOn('one'), ballotOn('one'), ballotOn('other')]

test('a failed group is retried by submission', () => {
  for (const error of [badValue, lockTimeout, new Error('anything')])
    expect(smallerGroups([one, other, two], error)).toEqual([[one, two], [other]])
})

test('votes on one submission are tried again one by one, so that a bad one fails alone', () => {
  expect(smallerGroups([one, two], badValue)).toEqual([[one], [two]])
})

test('votes are not tried again where that would fail alike', () => {
  expect(smallerGroups([one, two], lockTimeout)).toEqual([])
  expect(smallerGroups([one, other], gone)).toEqual([])
  expect(smallerGroups([one], badValue)).toEqual([])
})
