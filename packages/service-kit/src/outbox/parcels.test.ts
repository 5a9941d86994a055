import { expect, test } from 'vitest'
import { type OutboxRow, parcelsOf } from './parcels.ts'

const listed = 'catalog.listed'
const combined = { subject: listed, condition: (change: unknown) => change !== 'decision' }

const row = (id: string, given: Partial<OutboxRow> = {}): OutboxRow => ({
  id,
  subject: listed,
  payload: { changes: [id] },
  request_id: `request ${id}`,
  attempts: 0,
  ...given,
})
const idsOf = (rows: readonly OutboxRow[]) => parcelsOf(rows, combined).map(({ ids }) => ids)
const messageIdsOf = (rows: readonly OutboxRow[]) =>
  parcelsOf(rows, combined).map(({ message }) => message.id)

test('rows of a combined subject are one message with all changes and the first request id', () => {
  const parcels = parcelsOf([row('1'), row('2', { payload: { changes: [2, 3] } })], combined)
  expect(parcels).toEqual([
    {
      ids: ['1', '2'],
      message: {
        id: expect.any(String),
        subject: listed,
        payload: { changes: ['1', 2, 3] },
        requestId: 'request 1',
      },
    },
  ])
})

test('a row alone is published as written under its own id', () => {
  const payload = { changes: [1], later: true }
  expect(parcelsOf([row('1', { payload })], combined)[0]?.message).toEqual({
    id: '1',
    subject: listed,
    payload,
    requestId: 'request 1',
  })
})

test('rows of other subjects are published alone', () => {
  const rows = [row('1'), row('2', { subject: 'catalog.other' }), row('3')]
  expect(idsOf(rows)).toEqual([['1', '3'], ['2']])
})

test.each([
  ['a payload without changes', { payload: { number: 1 } }],
  ['no payload', { payload: null }],
  ['a rejected row', { attempts: 1 }],
  ['a change without the condition', { payload: { changes: ['numbers', 'decision'] } }],
])('%s is published alone, and later rows after it', (_case, given) => {
  const rows = [row('1'), row('2'), row('3', given), row('4'), row('5')]
  expect(idsOf(rows)).toEqual([['1', '2'], ['3'], ['4', '5']])
})

test('a message has at most 300 changes, unless one commit has more', () => {
  const many = (id: string, length: number) =>
    row(id, { payload: { changes: Array.from({ length }, () => id) } })
  expect(idsOf([many('1', 200), many('2', 100), many('3', 1), many('4', 500)])).toEqual([
    ['1', '2'],
    ['3'],
    ['4'],
  ])
})

test('the same rows have the same message id, and other rows have another', () => {
  const [one, two, three] = [row('1'), row('2'), row('3')]
  expect(messageIdsOf([one, two])).toEqual(messageIdsOf([one, two]))
  const ids = [[one, two], [one, three], [one, two, three], [one]].flatMap(messageIdsOf)
  expect(new Set(ids).size).toBe(4)
})
