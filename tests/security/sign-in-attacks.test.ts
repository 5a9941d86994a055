import {
  previewLink,
  readCurrentUser,
  requestMagicLink,
  verifyLink,
} from '@answerable/contracts/sign-in'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../fuzz/wire.ts'
import { findChromium } from '../tools/chromium.ts'
import { startThrowawaySite, type ThrowawaySite } from '../tools/throwaway-site.ts'
import { mailedLink } from './mailed-link.ts'

let site: ThrowawaySite
let db: Pool

beforeAll(async () => {
  site = await startThrowawaySite()
  const log = createLog({ service: 'test', level: 'silent' })
  db = openPool({ url: patientUrl(site.ownerUrl), max: 2, name: 'test', log })
})
afterAll(async () => {
  await db?.end()
  await site?.stop()
})

let clients = 0
const newClient = () => {
  clients += 1
  return { 'x-forwarded-for': `10.66.0.${clients}` }
}
const newAddress = () => `attacked-${clients}-${Date.now()}@example.org`

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...newClient(), ...headers },
    body: JSON.stringify(body),
  })

const askForLink = async (): Promise<URL> => {
  const email = newAddress()
  expect((await post(requestMagicLink.path, { email })).status).toBe(202)
  return mailedLink(db, email)
}

const tokenOf = (link: URL): string => link.searchParams.get('token') ?? ''
const sessionOf = (response: Response): string | undefined =>
  response.headers
    .getSetCookie()
    .find((line) => line.startsWith('sid='))
    ?.split(';')[0]
const readMe = (cookie: string) =>
  fetch(site.url + readCurrentUser.path, { headers: { cookie, ...newClient() } })

test('a link scanner that sends HEAD and GET gets no cookie, and the link stays valid', async () => {
  const link = await askForLink()
  for (const method of ['HEAD', 'GET', 'GET']) {
    const response = await fetch(new URL(link.pathname + link.search, site.url), {
      method,
      headers: newClient(),
    })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect((await post(verifyLink.path, { token: tokenOf(link) })).status).toBe(200)
})

test('a link scanner that runs scripts gets no cookie, and the link stays valid', async () => {
  const link = await askForLink()
  const browser = await chromium.launch(findChromium())
  try {
    const context = await browser.newContext({ extraHTTPHeaders: newClient() })
    const posted: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname)
    })
    const page = await context.newPage()
    await page.goto(link.href)
    await page.getByRole('button', { name: 'Confirm sign-in' }).waitFor()
    await page.mouse.move(100, 100)
    await page.mouse.wheel(0, 500)
    await page.reload()
    expect(posted).toEqual([previewLink.path])
    expect((await context.cookies()).map(({ name }) => name)).toEqual([])
  } finally {
    await browser.close()
  }
  expect((await post(verifyLink.path, { token: tokenOf(link) })).status).toBe(200)
})

test('a mailed link leads to this site for any Host header', async () => {
  const own = new URL(site.url).port
  for (const line of [
    'host: evil.example',
    `host: localhost:${own}\r\nx-forwarded-host: evil.example`,
    `host: localhost:${own}\r\nforwarded: host=evil.example;proto=https`,
    `host: localhost:${own}\r\norigin: http://localhost:${own}\r\nx-original-host: evil.example`,
  ]) {
    const email = newAddress()
    const body = Buffer.from(JSON.stringify({ email }))
    const client = newClient()['x-forwarded-for']
    const head = `POST ${requestMagicLink.path} HTTP/1.1\r\n${line}\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    const response = await send(
      { port: site.port, hasBody: true },
      { head, body, isCutShort: false },
    )
    expect(response.status).toBe(202)
    expect((await mailedLink(db, email)).origin).toBe(`http://localhost:${own}`)
  }
})

test('a copied session is invalid after its owner signs out', async () => {
  const signedIn = await post(verifyLink.path, { token: tokenOf(await askForLink()) })
  const stolen = sessionOf(signedIn) ?? ''
  expect((await readMe(stolen)).status).toBe(200)
  expect((await post('/api/auth/logout', {}, { cookie: stolen })).status).toBe(204)
  expect((await readMe(stolen)).status).toBe(401)
})

test('a planted session is not signed in, and ends', async () => {
  const attacker = await post(verifyLink.path, { token: tokenOf(await askForLink()) })
  const planted = sessionOf(attacker) ?? ''
  const victim = await post(
    verifyLink.path,
    { token: tokenOf(await askForLink()) },
    { cookie: planted },
  )
  expect(sessionOf(victim)).toMatch(/^sid=[\w-]{43}$/)
  expect(sessionOf(victim)).not.toBe(planted)
  expect((await readMe(planted)).status).toBe(401)
  const madeUp = await post(
    verifyLink.path,
    { token: tokenOf(await askForLink()) },
    { cookie: 'sid=chosen-by-somebody-else' },
  )
  expect(sessionOf(madeUp)).toMatch(/^sid=[\w-]{43}$/)
  expect((await readMe('sid=chosen-by-somebody-else')).status).toBe(401)
})
