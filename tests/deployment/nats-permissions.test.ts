import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  commentChanged,
  decisionApplied,
  decisionLogged,
  domainProved,
  type EventDefinition,
  eventDied,
  flagsClosed,
  linkChecked,
  mailboxRefused,
  muteChanged,
  passkeysReset,
  representationChanged,
  responseChanged,
  responseRequested,
  sessionsEnded,
  sourcesChanged,
  statusChanged,
  submissionChanged,
  submissionPublished,
  unreadChanged,
  userChanged,
  userLeft,
  webhookDisabled,
} from '@answerable/contracts/events'
import type { ServiceName } from '@answerable/contracts/route'
import { writeSecrets } from '@answerable/infra/secrets/files'
import type { Audience, Bus } from '@answerable/service-kit/bus/bus'
import { natsBus } from '@answerable/service-kit/bus/nats-bus'
import { createLog } from '@answerable/service-kit/log'
import { type NatsClient, natsClient } from '@answerable/service-kit/testing/nats-client'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startNatsWith, type TestServer } from '../tools/servers.ts'

const log = createLog({ service: 'test', level: 'silent' })
let home: string
let server: TestServer

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'answerable-nats-'))
  writeSecrets(home, 'a master key for tests, of enough length')
  const configuration = join(home, 'nats/nats.conf')
  const shipped = readFileSync(join(import.meta.dirname, '../../infra/nats/nats.conf'), 'utf8')
  writeFileSync(configuration, shipped.replace('/data', join(home, 'data')))
  server = await startNatsWith(configuration)
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true })
})

/** The NATS URL of the service's container, with the address of this test's server. */
const urlFor = (service: ServiceName): string => {
  const url = new URL(readFileSync(join(home, service, 'nats-url'), 'utf8'))
  url.host = `127.0.0.1:${server.port}`
  return url.href
}

const busOf = (service: ServiceName, declares: string[] = []): Bus => {
  const url = urlFor(service)
  const bus = natsBus({ url, name: service, log, declares, retryDelaysMilliseconds: [10] })
  onTestFinished(bus.close)
  return bus
}

const clientOf = async (service: ServiceName): Promise<NatsClient> => {
  const client = await natsClient(urlFor(service), service)
  onTestFinished(() => client.connection.close())
  return client
}

const messageOf = (event: EventDefinition, payload: unknown) => ({
  id: crypto.randomUUID(),
  subject: event.subject,
  payload,
  requestId: null,
})

const userEvent = () =>
  messageOf(userChanged, {
    user: { id: crypto.randomUUID(), username: 'somebody', role: 'member' },
    version: 1,
    suspended: false,
  })
const mailboxEvent = () =>
  messageOf(mailboxRefused, { userId: crypto.randomUUID(), refusedAt: null, version: 1 })
const leftEvent = () => messageOf(userLeft, { userId: crypto.randomUUID() })
const resetEvent = () =>
  messageOf(passkeysReset, { decisionId: crypto.randomUUID(), userId: crypto.randomUUID() })
const sessionEvent = () => messageOf(sessionsEnded, { sessionHashes: [] })
const unreadEvent = () => messageOf(unreadChanged, { members: [] })
const submissionEvent = () =>
  messageOf(submissionChanged, {
    changes: [
      {
        submissionId: 'a1B2c3D4',
        version: 3,
        score: 2,
        commentCount: 1,
        approved: true,
        cause: 'numbers',
      },
    ],
  })

const decisionEvent = () =>
  messageOf(decisionApplied, {
    decisionId: crypto.randomUUID(),
    kind: 'remove',
    subject: { kind: 'submission', id: 'a1B2c3D4', submissionId: 'a1B2c3D4' },
    concernedId: null,
    reasonCode: null,
    appeal: null,
  })

const commentEvent = () =>
  messageOf(commentChanged, {
    commentId: crypto.randomUUID(),
    submissionId: 'a1B2c3D4',
    rootId: null,
    parentId: null,
    authorId: null,
    parentAuthorId: null,
    mentioned: [],
    state: 'shown',
    version: 1,
    cause: 'created',
  })

const publicationEvent = () =>
  messageOf(submissionPublished, {
    submissionId: 'a1B2c3D4',
    authorId: null,
    businessIds: ['b1C2d3E4'],
    country: null,
    category: null,
    version: 1,
    cause: 'created',
  })

const flagsEvent = () =>
  messageOf(flagsClosed, {
    subject: { kind: 'submission', id: 'a1B2c3D4', submissionId: 'a1B2c3D4' },
    reporterIds: [],
    outcome: 'removed',
    decisionId: crypto.randomUUID(),
  })

const muteEvent = () =>
  messageOf(muteChanged, {
    userId: crypto.randomUUID(),
    mutedId: crypto.randomUUID(),
    muted: true,
    version: 1,
  })

const statusEvent = () =>
  messageOf(statusChanged, {
    submissionId: 'a1B2c3D4',
    authorId: null,
    businessIds: [],
    status: 'active',
    previous: 'proposed',
    version: 1,
  })

const sourcesEvent = () =>
  messageOf(sourcesChanged, {
    submissionId: 'a1B2c3D4',
    version: 1,
    links: ['https://example.org/'],
  })

const linkEvent = () =>
  messageOf(linkChecked, {
    address: 'https://example.org/',
    state: 'works',
    title: null,
    checkedAt: new Date().toISOString(),
    version: 1,
  })

const disabledEvent = () =>
  messageOf(webhookDisabled, {
    webhookId: crypto.randomUUID(),
    host: 'receiver.example',
    reason: 'gone',
  })

const loggedEvent = () =>
  messageOf(decisionLogged, {
    decision: {
      position: 1,
      decisionId: crypto.randomUUID(),
      kind: 'remove',
      boostValue: null,
      voteCount: null,
      participationCount: null,
      category: null,
      reasonCode: null,
      moderator: 'administrator',
      onAppeal: false,
      decidedAt: new Date().toISOString(),
      payloadHash: '0'.repeat(64),
      hash: '0'.repeat(64),
    },
    submission: null,
  })

const proofEvent = () =>
  messageOf(domainProved, {
    claimId: crypto.randomUUID(),
    domain: 'example.org',
    proved: false,
    version: 1,
  })

const responseEvent = () =>
  messageOf(responseChanged, {
    submissionId: 'a1B2c3D4',
    responseId: crypto.randomUUID(),
    businessIds: ['b1C2d3E4'],
    authorId: null,
    state: 'shown',
    version: 1,
    cause: 'created',
  })

const requestEvent = () =>
  messageOf(responseRequested, {
    submissionId: 'a1B2c3D4',
    businessId: 'b1C2d3E4',
    representativeIds: [],
  })

const representationEvent = () =>
  messageOf(representationChanged, {
    businessId: 'b1C2d3E4',
    userId: crypto.randomUUID(),
    domain: 'example.org',
    verified: true,
    version: 1,
  })

test('a group that subscribes before the events’ owner starts gets the first event', async () => {
  const received: string[] = []
  await busOf('catalog').subscribe(userChanged, { group: 'catalog' }, async ({ id }) => {
    received.push(id)
  })
  const auth = busOf('auth', ['auth'])
  const first = userEvent()
  await until(() => auth.publish(first))
  await until(() => expect(received).toEqual([first.id]))
})

test('every service can work, in any order of starts', async () => {
  const received: string[] = []
  const hear = (service: ServiceName, event: EventDefinition, audience: Audience) =>
    busOf(service).subscribe(event, audience, async ({ id }) => {
      received.push(`${service} ${event.subject} ${id}`)
    })
  const subscribed = Promise.all([
    hear('gateway', userChanged, { everyInstanceOf: 'gateway' }),
    hear('gateway', sessionsEnded, { everyInstanceOf: 'gateway' }),
    hear('gateway', submissionChanged, { everyInstanceOf: 'gateway' }),
    hear('gateway', commentChanged, { everyInstanceOf: 'gateway' }),
    hear('realtime', commentChanged, { everyInstanceOf: 'realtime' }),
    hear('realtime', submissionChanged, { everyInstanceOf: 'realtime' }),
    hear('realtime', submissionChanged, { everyInstanceOf: 'realtime' }),
    hear('catalog', userChanged, { group: 'catalog' }),
    hear('catalog', userChanged, { group: 'catalog' }),
    hear('catalog', userLeft, { group: 'catalog' }),
    hear('catalog', representationChanged, { group: 'catalog' }),
    hear('gateway', responseChanged, { everyInstanceOf: 'gateway' }),
    hear('moderation', userLeft, { group: 'moderation' }),
    hear('moderation', passkeysReset, { group: 'moderation' }),
    hear('notifications', userLeft, { group: 'notifications' }),
    ...[
      mailboxRefused,
      commentChanged,
      submissionChanged,
      submissionPublished,
      flagsClosed,
      muteChanged,
      statusChanged,
      decisionApplied,
      responseChanged,
      responseRequested,
    ].map((event) => hear('notifications', event, { group: 'notifications' })),
    hear('realtime', unreadChanged, { everyInstanceOf: 'realtime' }),
    hear('gateway', sourcesChanged, { everyInstanceOf: 'gateway' }),
    ...[sourcesChanged, submissionPublished, statusChanged, responseChanged, decisionLogged].map(
      (event) => hear('evidence', event, { group: 'evidence' }),
    ),
    hear('auth', webhookDisabled, { group: 'auth' }),
    hear('catalog', linkChecked, { group: 'catalog' }),
    hear('moderation', domainProved, { group: 'moderation' }),
  ])
  const [auth, catalog] = [busOf('auth', ['auth']), busOf('catalog', ['catalog'])]
  const notifications = busOf('notifications', ['notifications'])
  const moderation = busOf('moderation', ['moderation'])
  const evidence = busOf('evidence', ['evidence'])
  await subscribed
  const [decision, logged, representation] = [decisionEvent(), loggedEvent(), representationEvent()]
  await until(() => moderation.publish(decision))
  await Promise.all([logged, representation].map((event) => moderation.publish(event)))
  const [user, session, left] = [userEvent(), sessionEvent(), leftEvent()]
  const [mailbox, reset] = [mailboxEvent(), resetEvent()]
  const [submission, comment, unread] = [submissionEvent(), commentEvent(), unreadEvent()]
  await Promise.all([user, session, left, mailbox, reset].map((event) => auth.publish(event)))
  const [publication, flags, mute] = [publicationEvent(), flagsEvent(), muteEvent()]
  const status = statusEvent()
  const [response, request] = [responseEvent(), requestEvent()]
  const ofCatalog = [submission, comment, publication, flags, mute, status, response, request]
  await Promise.all(ofCatalog.map((event) => catalog.publish(event)))
  const [sources, link, proof] = [sourcesEvent(), linkEvent(), proofEvent()]
  const disabled = disabledEvent()
  await catalog.publish(sources)
  await Promise.all([link, proof, disabled].map((event) => evidence.publish(event)))
  await notifications.publish(unread)
  await until(() =>
    expect(received.sort()).toEqual(
      [
        `catalog auth.user-changed ${user.id}`,
        `catalog auth.user-left ${left.id}`,
        `moderation auth.user-left ${left.id}`,
        `moderation auth.passkeys-reset ${reset.id}`,
        `notifications auth.user-left ${left.id}`,
        ...[mailbox, ...ofCatalog, decision].map(
          ({ id, subject }) => `notifications ${subject} ${id}`,
        ),
        `realtime notifications.unread-changed ${unread.id}`,
        `gateway catalog.sources-changed ${sources.id}`,
        ...[sources, publication, status, response, logged].map(
          ({ id, subject }) => `evidence ${subject} ${id}`,
        ),
        `auth evidence.webhook-disabled ${disabled.id}`,
        `catalog evidence.link-checked ${link.id}`,
        `moderation evidence.domain-proved ${proof.id}`,
        `gateway auth.sessions-ended ${session.id}`,
        `gateway auth.user-changed ${user.id}`,
        `gateway catalog.submission-changed ${submission.id}`,
        `gateway catalog.comment-changed ${comment.id}`,
        `gateway catalog.response-changed ${response.id}`,
        `catalog moderation.representation-changed ${representation.id}`,
        `realtime catalog.comment-changed ${comment.id}`,
        `realtime catalog.submission-changed ${submission.id}`,
        `realtime catalog.submission-changed ${submission.id}`,
      ].sort(),
    ),
  )
})

test('dead letters reach only the owner of the event', async () => {
  const letters: unknown[] = []
  const deaf = async () => {
    throw new Error('not today')
  }
  const [auth, catalog] = [busOf('auth', ['auth']), busOf('catalog', ['catalog'])]
  const moderation = busOf('moderation', ['moderation'])
  const keep = async ({ payload }: { payload: { audience: string; eventId: string } }) => {
    letters.push([payload.audience, payload.eventId])
  }
  await Promise.all([
    auth.subscribe(eventDied('auth'), { group: 'auth' }, keep),
    catalog.subscribe(eventDied('catalog'), { group: 'catalog' }, keep),
    moderation.subscribe(eventDied('moderation'), { group: 'moderation' }, keep),
    busOf('notifications').subscribe(decisionApplied, { group: 'notifications' }, deaf),
    busOf('catalog').subscribe(userChanged, { group: 'catalog' }, deaf),
    busOf('gateway').subscribe(userChanged, { everyInstanceOf: 'gateway' }, deaf),
    busOf('realtime').subscribe(submissionChanged, { everyInstanceOf: 'realtime' }, deaf),
  ])
  const [user, submission, decision] = [userEvent(), submissionEvent(), decisionEvent()]
  await Promise.all([auth.publish(user), catalog.publish(submission), moderation.publish(decision)])
  const expected = [
    ['catalog', user.id],
    ['every gateway', user.id],
    ['every realtime', submission.id],
    ['notifications', decision.id],
  ]
  await until(() => expect(letters).toEqual(expect.arrayContaining(expected)))
  const foreign = await clientOf('realtime')
  await expect(foreign.manager.jetstream().publish('auth.event-died', '{}')).rejects.toThrow(
    /permission/i,
  )
  for (const [service, stream] of [
    ['gateway', 'AUTH'],
    ['realtime', 'CATALOG'],
    ['notifications', 'MODERATION'],
    ['evidence', 'CATALOG'],
    ['catalog', 'EVIDENCE'],
  ] as const) {
    const { manager } = await clientOf(service)
    const owner = stream.toLowerCase()
    const durable = `${owner}-${owner}-event-died`
    const config = { durable_name: durable, filter_subject: `${owner}.event-died` }
    await expect(manager.consumers.add(stream, config)).rejects.toThrow(/permission/i)
    await expect(manager.consumers.delete(stream, durable)).rejects.toThrow(/permission/i)
  }
})

test('no service can publish another’s events', async () => {
  for (const service of [
    'catalog',
    'gateway',
    'realtime',
    'moderation',
    'diagnostics',
    'notifications',
    'evidence',
  ] as const) {
    const { manager } = await clientOf(service)
    const publishing = manager.jetstream().publish('auth.user-changed', '{}')
    await expect(publishing).rejects.toThrow(/permission/i)
  }
  const auth = await clientOf('auth')
  await expect(
    auth.manager.jetstream().publish('catalog.submission-changed', '{}'),
  ).rejects.toThrow(/permission/i)
  const notifications = (await clientOf('notifications')).manager
  for (const subject of ['moderation.decision-applied', 'evidence.domain-proved']) {
    await expect(notifications.jetstream().publish(subject, '{}')).rejects.toThrow(/permission/i)
  }
})

test('no service can change or read streams and groups that are not its own', async () => {
  await busOf('auth', ['auth'])
    .publish(userEvent())
    .catch(() => {})
  for (const service of [
    'catalog',
    'gateway',
    'realtime',
    'diagnostics',
    'notifications',
    'evidence',
  ] as const) {
    const { manager } = await clientOf(service)
    const attempts = [
      () => manager.streams.add({ name: 'AUTH', subjects: ['auth.>'] }),
      () => manager.streams.delete('AUTH'),
      () => manager.streams.purge('AUTH'),
      () => manager.streams.getMessage('AUTH', { seq: 1 }),
      () => manager.consumers.delete('AUTH', 'catalog-auth-user-changed'),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/permission/i)
  }
  await busOf('moderation', ['moderation'])
    .publish(decisionEvent())
    .catch(() => {})
  for (const service of [
    'gateway',
    'realtime',
    'diagnostics',
    'notifications',
    'evidence',
  ] as const) {
    const { manager } = await clientOf(service)
    const attempts = [
      () => manager.streams.add({ name: 'MODERATION', subjects: ['moderation.>'] }),
      () => manager.streams.delete('MODERATION'),
      () => manager.streams.purge('MODERATION'),
      () => manager.streams.getMessage('MODERATION', { seq: 1 }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/permission/i)
  }
  const gateway = await clientOf('gateway')
  const steal = gateway.manager.consumers.add('AUTH', {
    durable_name: 'catalog-auth-user-changed',
    filter_subject: 'auth.user-changed',
  })
  await expect(steal).rejects.toThrow(/permission/i)
})

test('no service can read replies to others, and a connection needs a password', async () => {
  const { connection } = await clientOf('realtime')
  for (const subject of ['auth.>', '_INBOX.auth.>', '$JS.API.>', '>']) {
    const refused = new Promise((resolve) => {
      connection.subscribe(subject, { callback: (error) => resolve(error) })
    })
    expect(await refused).toMatchObject({ message: expect.stringMatching(/permission/i) })
  }
  const stranger = natsClient(server.url, 'auth')
  await expect(stranger).rejects.toThrow(/authoriz/i)
  const guess = natsClient(`nats://auth:answerable@127.0.0.1:${server.port}`, 'auth')
  await expect(guess).rejects.toThrow(/authoriz/i)
})
