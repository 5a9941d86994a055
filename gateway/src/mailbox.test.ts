import { expect, test } from 'vitest'
import { isLocalVisit } from './mailbox.ts'

const headers = { host: 'localhost:8080' }

test('whoever sits at this machine is local, by both families of addresses', () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect(isLocalVisit({ headers, peer })).toBe(true)
  }
})

test('another machine is not local, whatever Host it names', () => {
  for (const peer of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '1270.0.0.1', undefined]) {
    expect(isLocalVisit({ headers, peer })).toBe(false)
  }
})

test('where the peer says nothing, Host and the absence of proxies decide', () => {
  expect(isLocalVisit({ headers, peer: null })).toBe(true)
  expect(isLocalVisit({ headers: { host: 'example.org' }, peer: null })).toBe(false)
  expect(isLocalVisit({ headers: { ...headers, via: '1.1 proxy' }, peer: null })).toBe(false)
})
