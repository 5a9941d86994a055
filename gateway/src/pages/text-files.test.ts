import { expect, onTestFinished, test } from 'vitest'
import { startTestGateway } from '../testing/gateway.ts'
import { robotsPath, securityText, securityTextPath } from './text-files.ts'

const linesOf = (text: string) => text.trimEnd().split('\n')

test('security.txt has the contact address, the canonical URL and an expiry in the future', async () => {
  const site = await startTestGateway({ CONTACT_EMAIL: 'team+safe@answerable.example' })
  onTestFinished(site.stop)
  const response = await site.request({ path: securityTextPath })
  expect(response).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
  const [contact, expires, ...others] = linesOf(response.text)
  expect(contact).toBe('Contact: mailto:team%2Bsafe@answerable.example')
  const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(178)
  expect(days).toBeLessThan(365)
  expect(others).toEqual([
    'Preferred-Languages: en',
    expect.stringMatching(/^Canonical: http:\/\/.+\/\.well-known\/security\.txt$/),
  ])
})

test('without a contact address security.txt links to the about page', () => {
  const text = securityText(
    { PUBLIC_ORIGIN: 'https://answerable.example', CONTACT_EMAIL: undefined },
    new Date('2026-11-22T10:00:00Z'),
  )
  expect(linesOf(text).slice(0, 2)).toEqual([
    'Contact: https://answerable.example/about',
    'Expires: 2027-05-21T00:00:00Z',
  ])
})

test('robots.txt allows only the public pages', async () => {
  const site = await startTestGateway()
  onTestFinished(site.stop)
  const response = await site.request({ path: robotsPath })
  expect(response.status).toBe(200)
  const closed = linesOf(response.text).flatMap((line) =>
    line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : [],
  )
  const isOpen = (path: string) => !closed.some((prefix) => path.startsWith(prefix))
  const open = ['/', '/boycott/a1B2c3D4', '/about', '/moderation-log', '/assets/app.js']
  expect(open.filter((path) => !isOpen(path))).toEqual([])
  const others = [
    '/api/boycotts',
    '/admin',
    '/admin/errors',
    '/settings',
    '/notifications',
    '/unsubscribe',
    '/auth/callback',
  ]
  expect(others.filter(isOpen)).toEqual([])
})
