import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pageText, startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { isLocalVisit, mailboxLink } from './mailbox.ts'

const key = 'k'.repeat(43)
const path = '/dev/mailbox'
const local = { host: 'localhost:8080' }
const withKey = { ...local, cookie: `mailbox-key=${key}` }
let site: TestGateway
let published: TestGateway

beforeAll(async () => {
  site = await startTestGateway({ MAILBOX: 'on', MAILBOX_KEY: key })
  published = await startTestGateway({ MAILBOX_KEY: key, PUBLISH: '127.0.0.1:8080' })
})
afterAll(() => Promise.all([site.stop(), published.stop()]))
beforeEach(() => {
  for (const { auth } of [site, published]) {
    auth.received.length = 0
    auth.replyWith((_received, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('Mails')
    })
  }
})

test('the link sets an HttpOnly, SameSite cookie and redirects to the page', async () => {
  const link = new URL(mailboxLink('http://localhost:8080', key))
  const opened = await site.request({ path: `${link.pathname}${link.search}`, headers: local })
  expect(opened).toMatchObject({ status: 303, headers: { location: path } })
  expect(opened.headers['cache-control']).toBe('no-store')
  expect(opened.headers['set-cookie']).toEqual([
    `mailbox-key=${key}; Path=/dev/mailbox; HttpOnly; SameSite=Strict`,
  ])
  const read = await site.request({ path, headers: withKey })
  expect(read).toMatchObject({ status: 200, text: 'Mails' })
  expect(read.headers['content-security-policy']).toContain("default-src 'none'")
})

test('no header opens the mailbox without the key, with or without a published port', async () => {
  const headers: Record<string, string>[] = [
    local,
    { ...local, cookie: 'mailbox-key=' },
    { ...local, cookie: `mailbox-key=${key.slice(1)}` },
    { ...local, cookie: `mailbox-key=${'x'.repeat(43)}` },
  ]
  for (const gateway of [site, published]) {
    for (const one of headers) {
      const response = await gateway.request({ path, headers: one })
      expect(response.status).toBe(403)
      expect(response.text).toContain('Open the mailbox with its link')
    }
    expect((await gateway.request({ path: `${path}?key=wrong`, headers: local })).status).toBe(403)
    expect(gateway.auth.received).toEqual([])
  }
})

test('the mailbox is 404 for other machines, even with the key', async () => {
  for (const headers of [
    { ...withKey, host: 'answerable.example' },
    { ...withKey, host: 'localhost.evil.example' },
    { ...withKey, 'x-forwarded-for': '203.0.113.9' },
    { ...withKey, forwarded: 'for=203.0.113.9' },
    { ...withKey, via: '1.1 proxy' },
  ]) {
    for (const target of [path, `${path}?key=${key}`])
      expect(await site.request({ path: target, headers })).toMatchObject({
        status: 404,
        text: pageText,
      })
  }
  const open = await startTestGateway({ MAILBOX_KEY: key, PUBLISH: '0.0.0.0:8080' })
  expect(await open.request({ path, headers: withKey })).toMatchObject({
    status: 404,
    text: pageText,
  })
  await open.stop()
})

test('another machine is not local, whatever its Host header', () => {
  const headers = local
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', null])
    expect(isLocalVisit({ headers, peer })).toBe(true)
  for (const peer of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '1270.0.0.1', undefined])
    expect(isLocalVisit({ headers, peer })).toBe(false)
})
