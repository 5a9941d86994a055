import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import { submitBoycott } from '@answerable/contracts/submissions'
import { gateway } from '@answerable/gateway/service'
import {
  type BareTestService,
  newMember,
  startBareTestService,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../command.ts'
import { isBusy, repeatWhileBusy } from '../tools/repeat-while-busy.ts'
import { servicesAway } from '../tools/services-away.ts'
import { startTlsFront, type TlsFront } from '../tools/tls-front.ts'
import { gradeOf } from './observatory.ts'

const host = 'answerable.example'
const origin = `https://${host}`

/** Gateway, auth and catalog with production settings, behind a proxy that terminates TLS. */
let accounts: TestService
let submissions: TestService
let door: BareTestService
let front: TlsFront
let webDirectory: string
let id: string

beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), 'answerable-web-'))
  await mkdir(join(webDirectory, 'assets'))
  const page =
    '<!doctype html><title>A</title><script type="module" src="/assets/a-1b2c3d.js"></script>'
  await writeFile(join(webDirectory, 'index.html'), page)
  await writeFile(join(webDirectory, 'assets/a-1b2c3d.js'), 'export {}')
  await writeFile(join(webDirectory, 'favicon.svg'), '<svg/>')
  accounts = await startTestService(auth, {
    PUBLIC_ORIGIN: origin,
    CODE_KEY: randomBytes(32).toString('base64url'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'site@answerable.example',
  })
  submissions = await startTestService(catalog, { PUBLIC_ORIGIN: origin })
  door = await startBareTestService(gateway, {
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY_HOPS: '1',
    WEB_DIR: webDirectory,
    ...servicesAway,
    AUTH_URL: accounts.url,
    CATALOG_URL: submissions.url,
  })
  front = await startTlsFront(host, () => door.url)
  const body = { targetName: 'Acme', location: 'Springfield', reasons: 'It sells anvils.' }
  id = (await submissions.call(submitBoycott, { body }, { viewer: newMember() })).body.id
})
afterAll(async () => {
  await front?.stop()
  await door?.stop()
  await Promise.all([accounts?.stop(), submissions?.stop()])
  await rm(webDirectory, { recursive: true, force: true })
})

const gradeAt = async (path: string, options: { method?: string; body?: string } = {}) => {
  const response = await front.ask({
    path,
    ...options,
    ...(options.body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
  })
  const headers = new Map(
    Object.entries(response.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
  const { setCookies, body, status } = response
  return {
    ...gradeOf({ url: new URL(path, origin), headers, setCookies, body }),
    status,
    setCookies,
  }
}

const missingSubmission = '/boycott/zzzzzzzz'

const kinds: [kind: string, path: () => string, status: number][] = [
  ['the feed', () => '/', 200],
  ['a submission', () => `/boycott/${id}`, 200],
  ['a submission that is not there', () => missingSubmission, 404],
  ['a page that is not there', () => '/nowhere', 404],
  ['an API response', () => '/api/boycotts', 200],
  ['a refusal of the API', () => '/api/auth/me', 401],
  ['an unknown call', () => '/api/unknown', 404],
  ['the description of the API', () => '/api/openapi.json', 200],
  ['the page about the API', () => '/api/docs', 200],
  ['a hashed file', () => '/assets/a-1b2c3d.js', 200],
  ['another file', () => '/favicon.svg', 200],
  ['a file that is not there', () => '/assets/b-1b2c3d.js', 404],
  ['a health check', () => '/live', 200],
]

describe('behind TLS, by the rules of the HTTP Observatory', () => {
  test.each(kinds)('%s is graded A+ with at least 120', async (_kind, path, status) => {
    const grade = await repeatWhileBusy(
      () => gradeAt(path()),
      // The page of any submission is 200 while catalog does not respond in time.
      (result) => isBusy(result) || (path() === missingSubmission && result.status === 200),
    )
    expect(grade.status).toBe(status)
    expect(grade.score, JSON.stringify(grade.modifiers)).toBeGreaterThanOrEqual(120)
  })

  test('a response that sets a cookie is graded A+ with at least 120', async () => {
    const grade = await repeatWhileBusy(() => {
      // A mailbox gets one mail a minute.
      const body = JSON.stringify({ email: `${randomUUID()}@example.org` })
      return gradeAt('/api/auth/magic-link', { method: 'POST', body })
    })
    expect(grade.status).toBe(202)
    expect(grade.setCookies).toEqual([expect.stringMatching(/^__Host-flow=.*; Secure/)])
    expect(grade.score, JSON.stringify(grade.modifiers)).toBeGreaterThanOrEqual(120)
  })

  test('other methods and refused requests get the same grade', async () => {
    for (const method of ['PUT', 'TRACE']) {
      const grade = await gradeAt('/api/boycotts', { method })
      expect(grade).toMatchObject({ status: 405 })
      expect(grade.score).toBeGreaterThanOrEqual(120)
    }
  })
})

test('missing headers lower the grade', () => {
  const url = new URL(origin)
  const bare = { url, headers: new Map(), setCookies: [], body: '' }
  expect(gradeOf(bare).score).toBeLessThan(50)
  const lax = new Map([
    ['content-security-policy', "default-src 'self' 'unsafe-inline'"],
    ['strict-transport-security', 'max-age=60'],
  ])
  expect(gradeOf({ ...bare, headers: lax, setCookies: ['sid=a'] }).score).toBeLessThan(50)
})

test('the built page runs no script and loads no style of another site', async () => {
  const page = await readFile(join(root, 'web/index.html'), 'utf8')
  expect(page.match(/(?:src|href)="(?!\/)[^"]*"/g)).toBeNull()
})
