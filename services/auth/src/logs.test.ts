import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  confirmSession,
} from '@answerable/contracts/passkeys'
import type { Route } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { logOut, requestMagicLink, verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { memoryBus } from '@answerable/service-kit/bus/memory-bus'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import { createLog } from '@answerable/service-kit/log'
import { noMetrics } from '@answerable/service-kit/observability/metrics'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { expect, test } from 'vitest'
import { hashOf } from './secrets.ts'
import { auth } from './service.ts'
import { cookiesSet, newCodeKey, openOwner, withCookies, wrongCodes } from './testing/auth-site.ts'
import { newAuthenticator } from './testing/authenticator.ts'
import { secretsOf, smtpError, startMailServer } from './testing/mail-server.ts'

const clientAddress = '198.51.100.77'

/** The real service, with all of its log lines. */
const startLogged = async (settings: Record<string, string>) => {
  const lines: string[] = []
  const log = createLog({ service: 'auth', level: 'trace' }, { write: (line) => lines.push(line) })
  const database = await cloneDatabase('auth')
  const config = auth.readConfig({
    DATABASE_URL: database.url,
    PASSPORT_KEYS: passportKeysFor(testMasterKey, 'auth'),
    CODE_KEY: newCodeKey(),
    ...settings,
  })
  const bus = memoryBus({ log })
  const rateLimitStore = memoryRateLimitStore()
  const deps = await auth.openDeps(config, {
    bus,
    rateLimitStore,
    log,
    metrics: noMetrics,
    tracing: null,
    observe: null,
  })
  const server = createServer(auth.app(config, deps))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const owner = openOwner(database.ownerUrl)
  return {
    lines,
    owner,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      await owner.end()
      await new Promise((resolve) => server.close(resolve))
      await auth.closeDeps(deps)
      await bus.close()
      await rateLimitStore.close()
      await database.drop()
    },
  }
}

/** Ids contain digits too, six of which may match a code. */
const withoutIds = (lines: string[]): string =>
  lines.join('\n').replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')

const gatewayKeys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()

const post = (
  url: string,
  route: Route,
  request: { body?: unknown; cookie?: string; viewer?: Viewer },
) =>
  fetch(new URL(route.path, url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [passportHeader]: signPassport(gatewayKeys, {
        issuer: 'gateway',
        audience: 'auth',
        method: 'POST',
        path: route.path,
        viewer: request.viewer ?? null,
        client: { address: clientAddress },
      }),
      ...(request.cookie === undefined ? {} : { cookie: request.cookie }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })

test('the log of a sign-in with all its mistakes has no personal data and no secrets', async () => {
  const email = 'somebody.private@mail.intranet'
  const refused: string[] = []
  const mailServer = await startMailServer({
    onMail: (mail) => {
      if (refused.length > 0) return
      refused.push(secretsOf(mail).token, secretsOf(mail).code)
      throw smtpError(`cannot deliver to <${email}> now`, 451)
    },
  })
  const site = await startLogged({ SMTP_URL: mailServer.url })
  const response = await post(site.url, requestMagicLink, { body: { email } })
  const { cookie } = withCookies(cookiesSet(response))
  await post(site.url, requestMagicLink, { body: { email } })
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const { token, code } = secretsOf(mailServer.mails[0])
  const wrong = wrongCodes(code, 7)
  for (const guess of wrong)
    await post(site.url, verifyCode, { body: { email, code: guess }, cookie })
  const signedIn = await post(site.url, verifyLink, { body: { token }, cookie })
  expect(signedIn.status).toBe(200)
  const session = cookiesSet(signedIn).sid ?? ''
  await site.owner.query('DROP TABLE outbox')
  const failed = await post(site.url, logOut, { cookie: `sid=${session}` })
  expect(failed.status).toBe(500)
  await site.stop()
  await mailServer.stop()

  const written = withoutIds(site.lines)
  for (const line of [
    'mail delivery failed',
    'sign-in budget exhausted',
    'signed in',
    'request failed',
  ]) {
    expect(written).toContain(line)
  }
  const flowSecret = cookie.split('=')[1] ?? ''
  const secrets = [token, code, session, flowSecret, ...refused, ...wrong]
  const personal = [email, 'somebody.private', clientAddress]
  const { user } = (await signedIn.json()) as { user: { username: string } }
  for (const word of [...secrets, ...secrets.map(hashOf), ...personal, user.username]) {
    expect(word).not.toBe('')
    expect(written).not.toContain(word)
  }
})

test('without a mail server the log only states that a mail was delivered', async () => {
  const site = await startLogged({})
  const email = 'somebody.else@example.org'
  await post(site.url, requestMagicLink, { body: { email } })
  await expect.poll(() => site.lines.join('\n')).toContain('mail delivered to the mailbox page')
  const { rows } = await site.owner.query<{ code: string; link: string }>('SELECT * FROM dev_mails')
  await site.stop()
  const written = withoutIds(site.lines)
  const token = new URL(rows[0]?.link ?? '').searchParams.get('token') ?? ''
  for (const word of [email, rows[0]?.code ?? '', token]) {
    expect(word).not.toBe('')
    expect(written).not.toContain(word)
  }
})

test('the log of passkeys has no challenge, key, credential id or name', async () => {
  const site = await startLogged({})
  const viewer = { id: randomUUID(), username: 'chief', role: 'admin' } as const
  await site.owner.query(
    `INSERT INTO users (id, email, username, is_admin) VALUES ($1, 'chief@mail.intranet', 'chief', true)`,
    [viewer.id],
  )
  const session = 'a-session-that-no-log-may-contain'
  await site.owner.query('INSERT INTO sessions (hash, user_id) VALUES ($1, $2)', [
    hashOf(session),
    viewer.id,
  ])
  const send = async (route: Route, body?: unknown) => {
    const response = await post(site.url, route, { body, cookie: `sid=${session}`, viewer })
    return { status: response.status, ...((await response.json()) as { challenge: string }) }
  }
  const authenticator = newAuthenticator()
  const { challenge } = await send(beginPasskey)
  const created = authenticator.create({ challenge })
  expect((await send(addPasskey, { name: 'Private', credential: created })).status).toBe(201)
  const second = (await send(beginConfirmation)).challenge
  const wrong = authenticator.get({ challenge: second, origin: 'http://evil.example' })
  expect((await send(confirmSession, { credential: wrong })).status).toBe(400)
  const third = (await send(beginConfirmation)).challenge
  const right = authenticator.get({ challenge: third })
  expect((await send(confirmSession, { credential: right })).status).toBe(200)
  await site.stop()
  const text = site.lines.join('\n')
  expect(text).toContain('passkey added')
  expect(text).toContain('confirmation with a passkey refused')
  const secrets = [
    ...[challenge, second, third].flatMap((secret) => [secret, hashOf(secret)]),
    ...[session, hashOf(session), authenticator.id, 'Private', 'evil.example'],
    ...[created.response.attestationObject, right.response.signature],
  ]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
