import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { firstHash, noteHash, payloadHash, rowHash } from './chain.ts'

const sha256 = (hex: string): string =>
  createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')

test('a row’s hash follows the migration and the contract, so that anyone can verify it', () => {
  const payload = payloadHash('{"kind":"remove"}')
  expect(payload.toString('hex')).toBe(
    createHash('sha256').update('{"kind":"remove"}').digest('hex'),
  )
  const first = rowHash({ position: 1, previousHash: firstHash, payloadHash: payload })
  expect(first.toString('hex')).toBe(
    sha256(`${'00'.repeat(32)}0000000000000001${payload.toString('hex')}`),
  )
  const second = rowHash({ position: 2, previousHash: first, payloadHash: payload })
  expect(second.toString('hex')).toBe(
    sha256(`${first.toString('hex')}0000000000000002${payload.toString('hex')}`),
  )
})

test('the same note has another hash under another salt', () => {
  const note = 'Names a child.'
  const one = noteHash({ note, salt: Buffer.alloc(16, 1) })
  expect(noteHash({ note, salt: Buffer.alloc(16, 1) })).toEqual(one)
  expect(noteHash({ note, salt: Buffer.alloc(16, 2) })).not.toEqual(one)
})
