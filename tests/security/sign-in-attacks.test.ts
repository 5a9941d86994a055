import {
  previewLink,
  readCurrentUser,
  requestMagicLink,
  verifyLink,
} from '@answerable/contracts/sign-in'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../fuzz/wire.ts'
import { findChromium } from '../tools/chromium.ts'
import { isBusy, repeatWhileBusy } from '../tools/repeat-while-busy.ts'
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
  return { 'x-forwarded-for': `10.66.${clients >> 8}.${clients & 255}` }
}
const newAddress = () => `attacked-${clients}-${Date.now()}@example.org`

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...newClient(), ...headers },
    body: JSON.stringify(body),
  })

/** Each attempt has a new address, because a mailbox gets one mail a minute. */
const requestLink = async (send: (email: string) => Promise<{ status: number }>): Promise<URL> => {
  let email = ''
  const { status } = await repeatWhileBusy(() => {
    email = newAddress()
    return send(email)
  })
  expect(status).toBe(202)
  return mailedLink(db, email)
}
const askForLink = () => requestLink((email) => post(requestMagicLink.path, { email }))

const tokenOf = (link: URL): string => link.searchParams.get('token') ?? ''
const sessionOf = (response: Response): string | undefined =>
  response.headers
    .getSetCookie()
    .find((line) => line.startsWith('sid='))
    ?.split(';')[0]
const readMe = (cookie: string) =>
  repeatWhileBusy(() =>
    fetch(site.url + readCurrentUser.path, { headers: { cookie, ...newClient() } }),
  )

const redeem = (link: URL, headers: Record<string, string> = {}) =>
  post(verifyLink.path, { token: tokenOf(link) }, headers)
/** Each attempt has a new link, because one that got 503 or 504 may be used up. */
const signIn = async (headers: Record<string, string> = {}): Promise<Response> => {
  const response = await repeatWhileBusy(async () => redeem(await askForLink(), headers))
  expect(response.status).toBe(200)
  return response
}

test('a link scanner that sends HEAD and GET gets no cookie, and the link stays valid', async () => {
  const redeemed = await repeatWhileBusy(async () => {
    const link = await askForLink()
    for (const method of ['HEAD', 'GET', 'GET']) {
      const response = await repeatWhileBusy(() =>
        fetch(new URL(link.pathname + link.search, site.url), { method, headers: newClient() }),
      )
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    return redeem(link)
  })
  expect(redeemed.status).toBe(200)
})

/** Opens a link as a scanner that runs scripts; returns the response to the page's only POST. */
const scan = async (browser: Browser, link: URL): Promise<{ status: number }> => {
  const context = await browser.newContext({ extraHTTPHeaders: newClient() })
  context.setDefaultTimeout(120_000)
  const posted: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname)
  })
  const page = await context.newPage()
  const [previewed] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === previewLink.path),
    page.goto(link.href),
  ])
  const preview = { status: previewed.status() }
  if (!isBusy(preview)) {
    await page.getByRole('button', { name: 'Confirm sign-in' }).waitFor()
    await page.mouse.move(100, 100)
    await page.mouse.wheel(0, 500)
    await page.reload()
    expect(posted).toEqual([previewLink.path])
  }
  expect((await context.cookies()).map(({ name }) => name)).toEqual([])
  await context.close()
  return preview
}

test('a link scanner that runs scripts gets no cookie, and the link stays valid', async () => {
  const browser = await chromium.launch(findChromium())
  try {
    const redeemed = await repeatWhileBusy(async () => {
      const link = await askForLink()
      const preview = await scan(browser, link)
      return isBusy(preview) ? preview : redeem(link)
    })
    expect(redeemed.status).toBe(200)
  } finally {
    await browser.close()
  }
})

test('a mailed link leads to this site for any Host header', async () => {
  const own = new URL(site.url).port
  for (const line of [
    'host: evil.example',
    `host: localhost:${own}\r\nx-forwarded-host: evil.example`,
    `host: localhost:${own}\r\nforwarded: host=evil.example;proto=https`,
    `host: localhost:${own}\r\norigin: http://localhost:${own}\r\nx-original-host: evil.example`,
  ]) {
    const link = await requestLink((email) => {
      const body = Buffer.from(JSON.stringify({ email }))
      const client = newClient()['x-forwarded-for']
      const head = `POST ${requestMagicLink.path} HTTP/1.1\r\n${line}\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
      return send({ port: site.port, hasBody: true }, { head, body, isCutShort: false })
    })
    expect(link.origin).toBe(`http://localhost:${own}`)
  }
})

test('a copied session is invalid after its owner signs out', async () => {
  const stolen = sessionOf(await signIn()) ?? ''
  expect((await readMe(stolen)).status).toBe(200)
  const signedOut = await repeatWhileBusy(() => post('/api/auth/logout', {}, { cookie: stolen }))
  expect(signedOut.status).toBe(204)
  expect((await readMe(stolen)).status).toBe(401)
})

test('a planted session is not signed in, and ends', async () => {
  const planted = sessionOf(await signIn()) ?? ''
  const victim = await signIn({ cookie: planted })
  expect(sessionOf(victim)).toMatch(/^sid=[\w-]{43}$/)
  expect(sessionOf(victim)).not.toBe(planted)
  expect((await readMe(planted)).status).toBe(401)
  const madeUp = await signIn({ cookie: 'sid=chosen-by-somebody-else' })
  expect(sessionOf(madeUp)).toMatch(/^sid=[\w-]{43}$/)
  expect((await readMe('sid=chosen-by-somebody-else')).status).toBe(401)
})
