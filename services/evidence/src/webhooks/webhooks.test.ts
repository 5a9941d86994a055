import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import {
  decisionLogged,
  type EventDefinition,
  type EventPayload,
  responseChanged,
  statusChanged,
  submissionPublished,
  webhookDisabled,
} from '@answerable/contracts/events'
import type { OfficialResponse } from '@answerable/contracts/responses'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  maxWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookPausesSeconds,
  webhookRequestLimits,
} from '@answerable/contracts/webhooks'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import type { TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { tidy } from '../housekeeping.ts'
import { aBoycott, type FakeCatalog, startFakeCatalog } from '../testing/catalog.ts'
import { startTestNetwork, type TestNetwork } from '../testing/network.ts'
import { addReceiver, type Received, type Receiver, verified } from '../testing/receiver.ts'
import { startTestEvidence } from '../testing/service.ts'
import { announceDecision } from './messages.ts'

let network: TestNetwork
let catalog: FakeCatalog
let service: TestService
let pool: Pool
const disabled: EventPayload<typeof webhookDisabled>[] = []

const admin = { id: randomUUID(), username: 'ada', role: 'admin' } as const
const asAdmin = { viewer: admin }
const log = createLog({ service: 'test', level: 'silent' })

beforeAll(async () => {
  network = await startTestNetwork()
  catalog = await startFakeCatalog()
  service = await startTestEvidence(environment())
  pool = openPool({ url: service.database.url, max: 2, name: 'test', log })
  await service.bus.subscribe(webhookDisabled, { group: 'auth' }, async ({ payload }) => {
    disabled.push(payload)
  })
})
afterEach(async () => {
  await pool.query('DELETE FROM webhooks')
})
afterAll(async () => {
  await pool.end()
  await service.stop()
  await catalog.stop()
  await network.stop()
})

const key = 'k'.repeat(43)
const environment = () => ({
  EVIDENCE_TEST_NETWORK: network.setting,
  CATALOG_URL: catalog.url,
  WEBHOOK_KEY: key,
})

let names = 0
const newReceiver = (): Receiver => {
  names += 1
  return addReceiver(network, `receiver${names}.example`)
}

const allEvents: WebhookEvent[] = [
  'boycott.created',
  'boycott.status_changed',
  'boycott.removed',
  'boycott.restored',
  'business.responded',
  'moderation.decision',
]

const add = async (address: string, events = allEvents) => {
  const { body } = await service.call(addWebhook, { body: { address, events } }, asAdmin)
  return { id: body.webhook.id, secret: body.secret }
}
const webhook = async (id: string): Promise<Webhook | undefined> => {
  const { body } = await service.call(listWebhooks, {}, asAdmin)
  return body.webhooks.find((one) => one.id === id)
}
const deliveriesOf = async (id: string) =>
  (await service.call(listWebhookDeliveries, { params: { id } }, asAdmin)).body

/** Publishes an event, again until it is applied, as the relay does. */
const publish = async <E extends EventDefinition>(
  event: E,
  payload: EventPayload<E>,
  by = service,
): Promise<void> => {
  const message = { id: randomUUID(), subject: event.subject, payload, requestId: null }
  await until(() => by.bus.publish(message))
}

let boycotts = 0
/** Publishes a new boycott as catalog does, and returns its id. */
const propose = async (): Promise<string> => {
  boycotts += 1
  const id = `boyc${String(boycotts).padStart(4, '0')}`
  catalog.boycotts.set(id, aBoycott(id))
  await publish(submissionPublished, {
    submissionId: id,
    authorId: null,
    businessIds: [],
    country: null,
    category: null,
    version: 1,
    cause: 'created',
  })
  return id
}

const decision = {
  position: 12,
  decisionId: randomUUID(),
  kind: 'remove',
  boostValue: null,
  voteCount: null,
  participationCount: null,
  category: null,
  reasonCode: 'spam',
  moderator: 'administrator',
  onAppeal: false,
  decidedAt: '2026-11-01T10:00:00.000Z',
  payloadHash: '0'.repeat(64),
  hash: '1'.repeat(64),
} as const

/** Lets this time pass for all webhooks and deliveries. */
const letPass = async (seconds: number): Promise<void> => {
  await pool.query(
    `UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - make_interval(secs => $1),
       first_attempt_at = first_attempt_at - make_interval(secs => $1),
       last_attempt_at = last_attempt_at - make_interval(secs => $1)`,
    [seconds],
  )
  await pool.query(
    `UPDATE webhooks SET failing_since = failing_since - make_interval(secs => $1),
       former_secret_until = former_secret_until - make_interval(secs => $1),
       not_before = not_before - make_interval(secs => $1)`,
    [seconds],
  )
}
/** Sets each delivery to one attempt, and the next one to an hour from now. */
const postponeSecondAttempts = () =>
  until(async () => {
    await pool.query(
      "UPDATE webhook_deliveries SET attempts = 1, next_attempt_at = now() + interval '1 hour'",
    )
    // An attempt in progress ends with a shorter pause.
    const { rowCount } = await pool.query(
      `SELECT FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
       WHERE attempts <> 1 OR holder IS NOT NULL`,
    )
    expect(rowCount).toBe(0)
  })
/** From the last attempt until the next one. */
const pauseOf = (
  delivery: Pick<WebhookDelivery, 'nextAttemptAt' | 'lastAttemptAt'> | undefined,
): number =>
  (Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(delivery?.lastAttemptAt ?? '')) / 1_000
const responding =
  (status: number, headers = {}, body = ''): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

test('a new boycott arrives once, with a valid signature, as visitors read it and without its author', async () => {
  const receiver = newReceiver()
  const { id, secret } = await add(receiver.address)
  catalog.failures = 1
  const boycott = await propose()
  await until(() => expect(receiver.received).toHaveLength(1))
  const [message] = receiver.received
  const { author, authorId, userVote, ownParticipation, ...data } = aBoycott(boycott)
  expect(message && verified(secret, message)).toEqual({
    type: 'boycott.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data,
  })
  expect(message?.headers['user-agent']).toMatch(/^Answerable-Webhooks\/1\.0 \(\+http/)
  expect(message?.body).not.toContain('loud-heron')
  expect(catalog.failures).toBe(0)
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([
      { event: 'boycott.created', state: 'delivered', attempts: 1, status: 204, failure: null },
    ]),
  )
  // Another secret does not verify it.
  const other = await add(newReceiver().address)
  expect(() => message && verified(other.secret, message)).toThrow()
})

test('each event has the public state; a webhook gets only those that it has chosen', async () => {
  const [all, few] = [newReceiver(), newReceiver()]
  const { secret } = await add(all.address)
  await add(few.address, ['business.responded'])
  const submissionId = await propose()
  const response = aResponse(submissionId)
  catalog.responses.set(submissionId, [response])
  const status = { submissionId, authorId: null, businessIds: [], version: 8 }
  await publish(statusChanged, { ...status, status: 'active', previous: 'proposed' })
  const change = { submissionId, responseId: response.id, businessIds: [], authorId: null }
  await publish(responseChanged, { ...change, state: 'shown', version: 3, cause: 'created' })
  await publish(responseChanged, { ...change, state: 'removed', version: 4, cause: 'removed' })
  const removal = { id: submissionId, isPublic: false, version: 9 }
  await publish(decisionLogged, { decision, submission: removal })
  await publish(decisionLogged, { decision, submission: { ...removal, isPublic: true } })
  await until(() => expect(all.received).toHaveLength(7))
  const messages = all.received.map(
    (one) => verified(secret, one) as { type: string; data: object },
  )
  const dataOf = (type: string) =>
    messages.filter((one) => one.type === type).map((one) => one.data)
  expect(dataOf('boycott.created')).toHaveLength(1)
  expect(dataOf('boycott.status_changed')).toMatchObject([{ id: submissionId, version: 7 }])
  expect(dataOf('business.responded')).toEqual([{ boycottId: submissionId, ...response }])
  expect(dataOf('boycott.removed')).toEqual([{ id: submissionId, version: 9 }])
  expect(dataOf('boycott.restored')).toMatchObject([
    { id: submissionId, reasons: expect.any(String) },
  ])
  expect(dataOf('moderation.decision')).toEqual([decision, decision])
  await until(() => expect(few.received).toHaveLength(1))
})

test('an event that is handled again, by two instances at once, makes no second delivery', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  const source = { eventId: randomUUID(), requestId: null }
  const deliveries = { wake: () => {}, idle: async () => {}, stop: async () => {} }
  const deps = { pool, catalog: () => Promise.reject(new Error('not asked')), deliveries }
  const handle = () => announceDecision(deps, source, { decision, submission: null })
  await Promise.all([handle(), handle()])
  await handle()
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]),
  )
  expect(receiver.received).toHaveLength(1)
})

test('nothing is sent about a boycott that is no longer public', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  const status = { authorId: null, businessIds: [], version: 8, status: 'active' as const }
  await publish(statusChanged, { ...status, submissionId: 'gone0000', previous: 'proposed' })
  expect(await deliveriesOf(id)).toEqual([])
})

const aResponse = (submissionId: string): OfficialResponse => ({
  id: randomUUID(),
  business: aBoycott(submissionId).business,
  domain: 'anvils.example',
  content: 'We are sorry.',
  sources: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  editedAt: null,
  state: 'shown',
  reasonCode: null,
  versionCount: 1,
  version: 3,
})

/** Publishes a new boycott, its response and its status. Their first attempts fail; the next ones are in an hour. */
const refuseTexts = async (receiver: Receiver, webhookId: string) => {
  receiver.respond(responding(500))
  const submissionId = await propose()
  const response = aResponse(submissionId)
  catalog.responses.set(submissionId, [response])
  const common = { submissionId, businessIds: [], authorId: null }
  const change = { ...common, responseId: response.id }
  await publish(responseChanged, { ...change, state: 'shown', version: 3, cause: 'created' })
  await publish(statusChanged, { ...common, version: 8, status: 'active', previous: 'proposed' })
  await until(async () => {
    const waiting = await deliveriesOf(webhookId)
    expect(waiting).toHaveLength(3)
    for (const one of waiting) expect(one).toMatchObject({ status: 500 })
  })
  await postponeSecondAttempts()
  return { submissionId, response, change }
}

const typesOf = (received: readonly Received[]): string[] =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

const storedTexts = async (boycottId: string): Promise<number | null> => {
  const text = `%${boycottId}%reasons%`
  return (await pool.query('SELECT FROM webhook_messages WHERE body LIKE $1', [text])).rowCount
}

test('after a removal the waiting texts of a boycott and of its responses are deleted and not sent', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  const { submissionId } = await refuseTexts(receiver, id)
  catalog.boycotts.delete(submissionId)
  const submission = { id: submissionId, isPublic: false, version: 9 }
  await publish(decisionLogged, { decision, submission })
  await until(async () => {
    const events = (await deliveriesOf(id)).map(({ event }) => event)
    expect(events.toSorted()).toEqual(['boycott.removed', 'moderation.decision'])
  })
  expect(await storedTexts(submissionId)).toBe(0)
  const { length } = receiver.received
  receiver.respond(responding(200))
  await letPass(86_400)
  await until(async () => {
    for (const one of await deliveriesOf(id)) expect(one.state).toBe('delivered')
  })
  const later = new Set(typesOf(receiver.received.slice(length)))
  expect(later).not.toContain('boycott.created')
  expect(later).not.toContain('boycott.status_changed')
  expect(later).not.toContain('business.responded')
})

test('a removal deletes the texts also if no webhook wants removals, and if nothing is sent', async () => {
  const receiver = newReceiver()
  const texts: WebhookEvent[] = ['boycott.created', 'boycott.status_changed', 'business.responded']
  const { id } = await add(receiver.address, texts)
  const { submissionId } = await refuseTexts(receiver, id)
  catalog.boycotts.delete(submissionId)
  const off = await startTestEvidence({
    DATABASE_URL: service.database.url,
    CATALOG_URL: catalog.url,
    CHECK_SOURCES: 'off',
  })
  try {
    const submission = { id: submissionId, isPublic: false, version: 9 }
    await publish(decisionLogged, { decision, submission }, off)
    await until(async () => expect(await deliveriesOf(id)).toEqual([]))
  } finally {
    await off.stop()
  }
})

test('after the removal of a response its text is deleted, and that of its boycott is sent', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  const { submissionId, response, change } = await refuseTexts(receiver, id)
  catalog.responses.set(submissionId, [{ ...response, state: 'removed', content: '' }])
  await publish(responseChanged, { ...change, state: 'removed', version: 4, cause: 'removed' })
  await until(async () => {
    const events = (await deliveriesOf(id)).map(({ event }) => event)
    expect(events.toSorted()).toEqual(['boycott.created', 'boycott.status_changed'])
  })
  const { length } = receiver.received
  receiver.respond(responding(200))
  await letPass(86_400)
  await until(() => expect(receiver.received.length).toBe(length + 2))
})

test.each(['resume', 'replay', 'retry'] as const)(
  'a %s sends no text that is no longer public, also if the event of its removal has not arrived',
  async (how) => {
    const receiver = newReceiver()
    const { id } = await add(receiver.address)
    const { submissionId } = await refuseTexts(receiver, id)
    const { length } = receiver.received
    catalog.boycotts.delete(submissionId)
    receiver.respond(responding(200))
    const params = { id }
    if (how === 'resume') {
      for (const state of ['paused', 'active'] as const) {
        await service.call(changeWebhook, { params, body: { state } }, asAdmin)
      }
    } else if (how === 'replay') {
      const [delivery] = await deliveriesOf(id)
      const replayed = { params: { id: delivery?.id ?? '' } }
      expect((await service.call(replayWebhookDelivery, replayed, asAdmin)).status).toBe(200)
    } else await letPass(3_600)
    await until(async () => expect(await deliveriesOf(id)).toEqual([]))
    expect(typesOf(receiver.received.slice(length))).toEqual([])
    expect(await storedTexts(submissionId)).toBe(0)
  },
)

test('a text waits a minute without an attempt while catalog does not respond', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  await refuseTexts(receiver, id)
  const { length } = receiver.received
  receiver.respond(responding(200))
  catalog.failures = 1_000
  await letPass(3_600)
  await until(async () => {
    for (const { attempts, nextAttemptAt } of await deliveriesOf(id)) {
      expect(attempts).toBe(1)
      expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(50_000)
    }
  })
  expect(receiver.received).toHaveLength(length)
  catalog.failures = 0
  await letPass(60)
  await until(() => expect(receiver.received).toHaveLength(length + 3))
})

test('a day in which the site was off neither ends a delivery nor disables its webhook', async () => {
  const receiver = newReceiver()
  receiver.respond(responding(500))
  const { id } = await add(receiver.address)
  await propose()
  await until(async () => expect(await deliveriesOf(id)).toMatchObject([{ status: 500 }]))
  await postponeSecondAttempts()
  await letPass(86_400)
  const delivery = await until(async () => {
    const deliveries = await deliveriesOf(id)
    expect(deliveries).toMatchObject([{ state: 'waiting', attempts: 2 }])
    return deliveries[0]
  })
  expect((await webhook(id))?.state).toBe('active')
  // The pause is that of a second attempt.
  expect(pauseOf(delivery)).toBeGreaterThanOrEqual(30)
  await pool.query('UPDATE webhook_deliveries SET attempts = $1', [webhookPausesSeconds.length])
  await letPass(40)
  await until(async () => expect((await webhook(id))?.state).toBe('disabled'))
})

test('an outage of the name servers of the site does not count against a receiver', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  network.setNameServers('fail')
  try {
    await propose()
    await until(async () =>
      expect(await deliveriesOf(id)).toMatchObject([{ failure: 'no-name-server' }]),
    )
    expect(await webhook(id)).toMatchObject({ state: 'active', failingSince: null })
    // Not even the last attempt disables the webhook.
    await pool.query("UPDATE webhooks SET failing_since = now() - interval '2 days'")
    await pool.query('UPDATE webhook_deliveries SET attempts = $1', [webhookPausesSeconds.length])
    await letPass(86_400)
    await until(async () => expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed' }]))
    expect((await webhook(id))?.state).toBe('active')
  } finally {
    network.setNameServers('work')
  }
})

test('after failures a delivery is sent again with growing pauses for a day; then the webhook is disabled, and an event says so', async () => {
  const receiver = newReceiver()
  receiver.respond(responding(500))
  const { id, secret } = await add(receiver.address)
  await propose()
  let sum = 0
  for (let attempts = 0; attempts < webhookPausesSeconds.length; ) {
    // On a slow machine the second attempt, five seconds later, can come before the first one is seen.
    const delivery = await until(async () => {
      const [one] = await deliveriesOf(id)
      expect(one?.attempts).toBeGreaterThan(attempts)
      return one
    })
    expect((await webhook(id))?.state).toBe('active')
    attempts = delivery?.attempts ?? 0
    const seconds = pauseOf(delivery)
    // The last pause is the rest of the day.
    if (attempts < webhookPausesSeconds.length) {
      const least = webhookPausesSeconds[attempts - 1] ?? 0
      expect(seconds).toBeGreaterThanOrEqual(least)
      expect(seconds).toBeLessThanOrEqual(least * 1.1 + 1)
    }
    sum += seconds
    await letPass(seconds)
  }
  expect(sum / 3_600).toBeCloseTo(24, 1)
  await until(async () =>
    expect(await webhook(id)).toMatchObject({ state: 'disabled', disabledReason: 'failing' }),
  )
  expect(await deliveriesOf(id)).toMatchObject([
    { state: 'failed', attempts: 11, nextAttemptAt: null },
  ])
  const host = new URL(receiver.address).hostname
  await until(() =>
    expect(disabled.filter((one) => one.webhookId === id)).toEqual([
      { webhookId: id, host, reason: 'failing' },
    ]),
  )
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)

  // Events that happen while it is disabled are not sent later.
  await propose()
  receiver.respond(responding(200))
  await service.call(changeWebhook, { params: { id }, body: { state: 'active' } }, asAdmin)
  const [failed] = await deliveriesOf(id)
  await service.call(replayWebhookDelivery, { params: { id: failed?.id ?? '' } }, asAdmin)
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]),
  )
  expect(await webhook(id)).toMatchObject({ state: 'active', failingSince: null })
  const last = receiver.received.at(-1)
  expect(last?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  expect(last && verified(secret, last)).toMatchObject({ type: 'boycott.created' })
})

test('a receiver that accepts other messages is not disabled because of one that it refuses', async () => {
  const receiver = newReceiver()
  receiver.respond(responding(400))
  const { id } = await add(receiver.address)
  await propose()
  await until(async () => expect(await deliveriesOf(id)).toMatchObject([{ status: 400 }]))
  await postponeSecondAttempts()
  receiver.respond(responding(200))
  await propose()
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered' }, {}]),
  )
  receiver.respond(responding(400))
  await pool.query('UPDATE webhook_deliveries SET attempts = $1', [webhookPausesSeconds.length])
  await letPass(86_400)
  await until(async () => expect(await deliveriesOf(id)).toMatchObject([{}, { state: 'failed' }]))
  expect((await webhook(id))?.state).toBe('active')
})

test('410 disables a webhook at once', async () => {
  const receiver = newReceiver()
  receiver.respond(responding(410))
  const { id } = await add(receiver.address)
  await propose()
  await until(async () =>
    expect(await webhook(id)).toMatchObject({ state: 'disabled', disabledReason: 'gone' }),
  )
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', attempts: 1, status: 410 }])
  await until(() =>
    expect(disabled).toContainEqual(expect.objectContaining({ webhookId: id, reason: 'gone' })),
  )
})

test.each([
  [429, '120', 120],
  [503, '999999', 28_800],
])(
  'after %i with Retry-After %s nothing is sent for %i seconds',
  async (status, asked, seconds) => {
    const receiver = newReceiver()
    receiver.respond(responding(status, { 'retry-after': asked }))
    const { id } = await add(receiver.address)
    await propose()
    await until(async () => expect(await deliveriesOf(id)).toMatchObject([{ attempts: 1, status }]))
    expect(pauseOf((await deliveriesOf(id))[0])).toBeCloseTo(seconds, 0)
    await propose()
    await letPass(seconds - 30)
    const [newer] = await deliveriesOf(id)
    expect(newer).toMatchObject({ attempts: 0 })
    expect(Date.parse(newer?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now())
    receiver.respond(responding(200))
    await letPass(31)
    await until(() => expect(receiver.received).toHaveLength(3))
  },
)

test('private addresses are refused, also when the name changes its address after it was added', async () => {
  let addresses = ['9.9.9.9']
  network.host('rebinding.example', { addresses: () => addresses })
  const { id } = await add('http://rebinding.example/')
  addresses = ['10.0.0.5']
  await propose()
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([{ status: null, failure: 'not-public' }]),
  )
  const tested = await service.call(testWebhook, { params: { id } }, asAdmin)
  expect(tested.body).toMatchObject({ status: null, failure: 'not-public', text: '' })
  expect(tested.text).not.toContain('10.0.0.5')
  expect(network.requests.filter((one) => one.startsWith('rebinding'))).toEqual([])
  for (const address of [
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://intern/',
    'http://a:b@website.example/',
    'http://website.example:8080/',
    'ftp://website.example/',
  ]) {
    const body = { address, events: allEvents }
    const refused = await service.call(addWebhook, { body }, asAdmin)
    expect({ address, status: refused.status }).toEqual({ address, status: 400 })
    expect(refused.body).toMatchObject({ error: { fields: { address: expect.any(String) } } })
  }
})

test('a redirect is a failure and is not followed', async () => {
  const target = newReceiver()
  const receiver = newReceiver()
  receiver.respond(responding(307, { location: target.address }))
  const { id } = await add(receiver.address)
  await propose()
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', status: 307 }]),
  )
  expect(target.received).toEqual([])
})

test('a test shows status, time and the first bytes of the response', async () => {
  const receiver = newReceiver()
  receiver.respond((_request, response) => {
    response.writeHead(202, { 'content-type': 'text/html' })
    response.write(`Thank \u0007you\u202e ${'x'.repeat(400)}`)
    const timer = setInterval(() => response.write('x'.repeat(60_000)), 5)
    response.on('close', () => clearInterval(timer))
  })
  const { id, secret } = await add(receiver.address)
  const { body } = await service.call(testWebhook, { params: { id } }, asAdmin)
  expect(body).toMatchObject({ status: 202, failure: null })
  expect(body.text).toMatch(/^Thank you x+$/)
  expect(body.text.length).toBeLessThanOrEqual(500)
  const [message] = receiver.received
  expect(message && verified(secret, message)).toMatchObject({ type: 'webhook.test', data: {} })
  expect(await deliveriesOf(id)).toEqual([])
})

test('a receiver that never responds delays no other one and is given up after 10 seconds', async () => {
  const [slow, quick] = [newReceiver(), newReceiver()]
  let [open, mostOpen] = [0, 0]
  slow.respond((_request, response) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    response.on('close', () => {
      open -= 1
    })
  })
  const { id } = await add(slow.address)
  await add(quick.address)
  await propose()
  await propose()
  await until(() => expect(quick.received).toHaveLength(2))
  await until(async () =>
    expect(await deliveriesOf(id)).toContainEqual(
      expect.objectContaining({ failure: 'too-late', status: null }),
    ),
  )
  // One delivery at a time.
  expect(mostOpen).toBe(1)
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limit.mockRestore())
  const { body } = await service.call(testWebhook, { params: { id } }, asAdmin)
  expect(body).toMatchObject({ failure: 'too-late' })
  expect(limit).toHaveBeenCalledWith(1_000 * webhookRequestLimits.testSeconds)
})

test('after a rotation both secrets sign for a day, and the database has neither', async () => {
  const receiver = newReceiver()
  const { id, secret: former } = await add(receiver.address)
  const rotated = await service.call(rotateWebhookSecret, { params: { id } }, asAdmin)
  const { secret, webhook: changed } = rotated.body
  expect(secret).not.toBe(former)
  expect(changed.formerSecretUntil).not.toBe(null)
  await propose()
  await until(() => expect(receiver.received).toHaveLength(1))
  for (const one of [secret, former]) {
    expect(verified(one, receiver.received[0] as Received)).toMatchObject({
      type: 'boycott.created',
    })
  }
  await letPass(86_401)
  await propose()
  await until(() => expect(receiver.received).toHaveLength(2))
  expect(verified(secret, receiver.received[1] as Received)).toMatchObject({
    type: 'boycott.created',
  })
  expect(() => verified(former, receiver.received[1] as Received)).toThrow()
  const { rows } = await pool.query('SELECT webhooks::text AS row FROM webhooks')
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
  expect(bytes).toHaveLength(32)
  for (const form of [secret.slice(6), bytes.toString('hex')]) {
    expect(JSON.stringify(rows)).not.toContain(form)
  }
  expect((await service.call(listWebhooks, {}, asAdmin)).text).not.toContain('whsec_')
})

test('a paused webhook gets nothing; what waited is sent when it resumes', async () => {
  const receiver = newReceiver()
  receiver.respond(responding(500))
  const { id } = await add(receiver.address)
  await propose()
  await until(async () => expect(await deliveriesOf(id)).toMatchObject([{ status: 500 }]))
  await postponeSecondAttempts()
  const { length } = receiver.received
  const change = (state: 'active' | 'paused') =>
    service.call(changeWebhook, { params: { id }, body: { state } }, asAdmin)
  expect((await change('paused')).body.state).toBe('paused')
  const [waiting] = await deliveriesOf(id)
  expect(waiting).toMatchObject({ state: 'waiting', nextAttemptAt: null })
  const replayed = await service.call(
    replayWebhookDelivery,
    { params: { id: waiting?.id ?? '' } },
    asAdmin,
  )
  expect(replayed).toMatchObject({ status: 409, body: { error: { code: 'webhook_inactive' } } })
  await propose()
  receiver.respond(responding(200))
  await change('active')
  await until(async () =>
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]),
  )
  expect(receiver.received).toHaveLength(length + 1)
})

test('two instances send each delivery once, and the second one goes on when the first one stops', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  const other = await startTestEvidence({ ...environment(), DATABASE_URL: service.database.url })
  try {
    for (let count = 0; count < 12; count += 1) await propose()
    await until(async () =>
      expect((await deliveriesOf(id)).filter(({ state }) => state === 'delivered')).toHaveLength(
        12,
      ),
    )
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    expect(receiver.received).toHaveLength(12)
    // The lease of a killed instance.
    await pool.query(
      "UPDATE webhooks SET holder = gen_random_uuid(), busy_until = now() + interval '1 hour'",
    )
    await propose()
    await until(async () => expect(await deliveriesOf(id)).toHaveLength(13))
    expect(receiver.received).toHaveLength(12)
    await pool.query('UPDATE webhooks SET busy_until = now()')
    await until(() => expect(receiver.received).toHaveLength(13))
  } finally {
    await other.stop()
  }
})

test('an instance that stops while a receiver is slow leaves the delivery to the next one, with the same id', async () => {
  const receiver = newReceiver()
  receiver.respond(() => {})
  const idle = await startTestEvidence({ CHECK_SOURCES: 'off' })
  const shared = { ...environment(), DATABASE_URL: idle.database.url }
  try {
    const first = await startTestEvidence(shared)
    const body = { address: receiver.address, events: allEvents }
    const added = await first.call(addWebhook, { body }, asAdmin)
    await publish(decisionLogged, { decision, submission: null }, first)
    await until(() => expect(receiver.received).toHaveLength(1))
    await first.stop()
    receiver.respond(responding(200))
    const next = await startTestEvidence(shared)
    const params = { id: added.body.webhook.id }
    await until(async () => {
      const { body: deliveries } = await next.call(listWebhookDeliveries, { params }, asAdmin)
      expect(deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }])
    })
    await next.stop()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  } finally {
    await idle.stop()
  }
})

test('deliveries are deleted after 30 days, and a webhook is deleted with its log', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  await propose()
  await propose()
  await until(() => expect(receiver.received).toHaveLength(2))
  await pool.query(
    `UPDATE webhook_messages SET created_at = now() - interval '31 days'
     WHERE id = (SELECT message_id FROM webhook_deliveries WHERE webhook_id = $1
       ORDER BY id LIMIT 1)`,
    [id],
  )
  await tidy(pool)
  expect(await deliveriesOf(id)).toHaveLength(1)
  expect((await service.call(deleteWebhook, { params: { id } }, asAdmin)).status).toBe(204)
  const { rowCount } = await pool.query('SELECT FROM webhook_deliveries WHERE webhook_id = $1', [
    id,
  ])
  expect(rowCount).toBe(0)
  for (const call of [
    service.call(deleteWebhook, { params: { id } }, asAdmin),
    service.call(testWebhook, { params: { id } }, asAdmin),
    service.call(rotateWebhookSecret, { params: { id } }, asAdmin),
    service.call(listWebhookDeliveries, { params: { id } }, asAdmin),
    service.call(changeWebhook, { params: { id }, body: { state: 'paused' } }, asAdmin),
  ]) {
    expect(await call).toMatchObject({
      status: 404,
      body: { error: { code: 'webhook_not_found' } },
    })
  }
  const unknown = service.call(replayWebhookDelivery, { params: { id } }, asAdmin)
  expect(await unknown).toMatchObject({
    status: 404,
    body: { error: { code: 'delivery_not_found' } },
  })
})

test('there are at most 20 webhooks', async () => {
  for (let count = 0; count < maxWebhooks; count += 1) await add(`http://many.example/${count}`)
  const body = { address: 'http://many.example/more', events: allEvents }
  expect(await service.call(addWebhook, { body }, asAdmin)).toMatchObject({
    status: 409,
    body: { error: { code: 'too_many_webhooks' } },
  })
})

test('in production an address must be https', async () => {
  const production = await startTestEvidence({
    CATALOG_URL: catalog.url,
    PUBLIC_ORIGIN: 'https://answerable.example',
  })
  try {
    const body = { address: 'http://receiver.example/', events: allEvents }
    expect(await production.call(addWebhook, { body }, asAdmin)).toMatchObject({
      status: 400,
      body: { error: { fields: { address: 'The address must be https.' } } },
    })
    body.address = 'https://receiver.example/'
    expect((await production.call(addWebhook, { body }, asAdmin)).status).toBe(201)
  } finally {
    await production.stop()
  }
})

test('a site without connections to others shows webhooks and sends nothing', async () => {
  const receiver = newReceiver()
  const { id } = await add(receiver.address)
  const off = await startTestEvidence({ DATABASE_URL: service.database.url, CHECK_SOURCES: 'off' })
  try {
    expect((await off.call(listWebhooks, {}, asAdmin)).body).toMatchObject({
      canDeliver: false,
      webhooks: [{ id }],
    })
    const refused = { status: 409, body: { error: { code: 'webhooks_off' } } }
    const body = { address: receiver.address, events: allEvents }
    expect(await off.call(addWebhook, { body }, asAdmin)).toMatchObject(refused)
    expect(await off.call(testWebhook, { params: { id } }, asAdmin)).toMatchObject(refused)
    await publish(decisionLogged, { decision, submission: null }, off)
    expect(await deliveriesOf(id)).toEqual([])
  } finally {
    await off.stop()
  }
})
