import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isKnownDevice, rememberDevice } from './known-devices.ts'

const key = randomBytes(32)
const newAccount = () => ({ userId: randomUUID(), epoch: 0 })

/** The cookie of a browser after these accounts have signed in, one after another. */
const cookieAfter = (accounts: readonly ReturnType<typeof newAccount>[], cookie?: string) =>
  accounts.reduce<string | undefined>(
    (before, account) => rememberDevice(key, before, account),
    cookie,
  )

describe('a browser', () => {
  test('is known to the accounts that signed in with it, and to no others', () => {
    const [one, other, stranger] = [newAccount(), newAccount(), newAccount()]
    const cookie = cookieAfter([one, other])
    expect(isKnownDevice(key, cookie, one)).toBe(true)
    expect(isKnownDevice(key, cookie, other)).toBe(true)
    expect(isKnownDevice(key, cookie, stranger)).toBe(false)
    expect(isKnownDevice(key, undefined, one)).toBe(false)
  })

  test('is unknown after the account has ended its other sessions, or under another key', () => {
    const account = newAccount()
    const cookie = cookieAfter([account])
    expect(isKnownDevice(key, cookie, { ...account, epoch: 1 })).toBe(false)
    expect(isKnownDevice(randomBytes(32), cookie, account)).toBe(false)
  })

  test('is unique: a mark is invalid in a cookie of another browser', () => {
    const account = newAccount()
    const [one = '', other = ''] = [cookieAfter([account]), cookieAfter([account])]
    expect(one).not.toBe(other)
    const mixed = [one.split('.')[0], other.split('.')[1]].join('.')
    expect(isKnownDevice(key, mixed, account)).toBe(false)
  })

  test('has a constant id, and one mark per account, newest first, eight at most', () => {
    const accounts = Array.from({ length: 9 }, newAccount)
    const [first = newAccount(), second = newAccount()] = accounts
    const two = cookieAfter([first, second]) ?? ''
    const again = cookieAfter([first], two) ?? ''
    const [id, ...marks] = two.split('.')
    expect(marks).toHaveLength(2)
    expect(again.split('.')).toEqual([id, ...marks.toReversed()])
    const full = cookieAfter(accounts)
    expect(full?.split('.')).toHaveLength(9)
    expect(isKnownDevice(key, full, first)).toBe(false)
    for (const account of accounts.slice(1)) expect(isKnownDevice(key, full, account)).toBe(true)
  })

  test('with a forged cookie is unknown, and gets a new one', () => {
    const account = newAccount()
    const cookie = cookieAfter([account]) ?? ''
    const [id = '', mark = ''] = cookie.split('.')
    const bad = [
      '',
      id,
      `${id}.`,
      `${id}${mark}`,
      `${id}.${mark}x`,
      `x${cookie}`,
      `${id}.${mark.slice(1)}`,
      `${id}.${mark.slice(1)}!`,
      `${id.slice(1)}.${mark}`,
      `${cookie} `,
      [id, ...Array.from({ length: 9 }, () => mark)].join('.'),
    ]
    for (const text of bad) {
      expect({ text, isKnown: isKnownDevice(key, text, account) }).toEqual({ text, isKnown: false })
      const renewed = rememberDevice(key, text, account)
      expect(renewed).toMatch(/^[\w-]{43}\.[\w-]{22}$/)
      expect(renewed.startsWith(id)).toBe(false)
      expect(isKnownDevice(key, renewed, account)).toBe(true)
    }
  })
})
