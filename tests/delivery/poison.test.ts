import { randomUUID } from 'node:crypto'
import { userChanged } from '@answerable/contracts/events'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { listDeadLetters, type StoredDeadLetter } from '@answerable/service-kit/bus/dead-letters'
import { deadLettersCommand } from '@answerable/service-kit/bus/dead-letters-command'
import { memoryBus } from '@answerable/service-kit/bus/memory-bus'
import { natsBus } from '@answerable/service-kit/bus/nats-bus'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { newMember } from '@answerable/service-kit/testing/service'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startNats } from '../tools/servers.ts'
import { type DeliverySite, startDeliverySite } from './site.ts'

const log = createLog({ service: 'test', level: 'silent' })
const retryDelaysMilliseconds = [50]

const inProcess = async (): Promise<() => Bus> => {
  const bus = memoryBus({ log, retryDelaysMilliseconds })
  return () => bus
}

const overNats = async (): Promise<(service: 'auth' | 'catalog') => Bus> => {
  const nats = await startNats()
  onTestFinished(nats.stop)
  return (service) =>
    natsBus({ url: nats.url, name: service, log, declares: [service], retryDelaysMilliseconds })
}

const start = async (adapter: typeof inProcess | typeof overNats): Promise<DeliverySite> => {
  const openBus = await adapter()
  const database = await cloneDatabase('auth')
  const { passwords } = inject('databaseServer')
  const site = await startDeliverySite({ ownerUrl: database.ownerUrl, passwords, openBus })
  onTestFinished(async () => {
    await site.stop()
    await database.drop()
  })
  return site
}

const send = async ({ owner, relay }: DeliverySite, payloads: readonly unknown[]) => {
  await owner.auth.query(
    'INSERT INTO outbox (subject, payload) SELECT $1, value FROM jsonb_array_elements($2::jsonb)',
    [userChanged.subject, JSON.stringify(payloads)],
  )
  relay.wake()
}

const stateOf = (user: Viewer) => ({ user, version: 1, suspended: false })

const namesOf = async ({ owner }: DeliverySite, users: readonly Viewer[]): Promise<string[]> => {
  const { rows } = await owner.catalog.query<{ username: string }>(
    'SELECT username FROM authors WHERE id = ANY ($1) ORDER BY username',
    [users.map(({ id }) => id)],
  )
  return rows.map(({ username }) => username)
}

/** The relay postpones events that the in-process bus has not applied; this test does not wait for that. */
const lettersOf = async ({ owner, relay }: DeliverySite): Promise<StoredDeadLetter[]> => {
  await owner.auth.query('UPDATE outbox SET not_before = now() WHERE not_before > now()')
  relay.wake()
  return (await listDeadLetters(owner.auth, 100)).toReversed()
}

/** An event that died is a dead letter before it leaves the outbox. */
const outboxLengthOf = async ({ owner }: DeliverySite): Promise<number | null> =>
  (await owner.auth.query('SELECT FROM outbox')).rowCount

const replayAll = async ({ environments }: DeliverySite): Promise<void> => {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const code = await deadLettersCommand(['replay', '--all'], environments)
  spy.mockRestore()
  expect(code).toBe(0)
}

describe.each([
  { adapter: 'in process', bus: inProcess },
  { adapter: 'over NATS', bus: overNats },
])('a poison event $adapter', ({ bus }) => {
  test('delays no other, becomes a dead letter, and is applied by a replay after the fix', async () => {
    const site = await start(bus)
    const { catalog } = site.owner
    await catalog.query("ALTER TABLE authors ADD CONSTRAINT poison CHECK (username <> 'poison')")
    const victim: Viewer = { ...newMember(), username: 'poison' }
    const misfit = { ...stateOf(newMember()), version: 'seven' }
    await send(site, [stateOf(victim), misfit])
    for (let round = 1; round <= 5; round += 1) {
      const others = Array.from({ length: 20 }, newMember)
      await send(site, others.map(stateOf))
      await expect.poll(() => namesOf(site, others)).toHaveLength(others.length)
    }

    await expect.poll(() => lettersOf(site)).toHaveLength(2)
    const letters = await lettersOf(site)
    const about = { subject: 'auth.user-changed', audience: 'catalog', replayedAt: null }
    expect(letters.find(({ attempts }) => attempts === 1)).toMatchObject({
      ...about,
      payload: expect.stringContaining('"seven"'),
      error: expect.stringContaining('at version'),
    })
    expect(letters.find(({ attempts }) => attempts === 8)).toMatchObject({
      ...about,
      payload: expect.stringContaining(victim.id),
      error: expect.stringContaining('violates check constraint "poison"'),
    })
    expect(await namesOf(site, [victim])).toEqual([])

    await catalog.query('ALTER TABLE authors DROP CONSTRAINT poison')
    await replayAll(site)
    await expect.poll(() => namesOf(site, [victim])).toEqual(['poison'])
    // The cause of the other dead letter remains: it fails again, and both records stay.
    await expect.poll(() => lettersOf(site)).toHaveLength(3)
    const after = await lettersOf(site)
    expect(after.map(({ replayedAt }) => replayedAt === null)).toEqual([false, false, true])
    const replayed = after.find(
      ({ payload, replayedAs }) => payload?.includes('seven') && replayedAs,
    )
    expect(after.at(-1)).toMatchObject({ eventId: replayed?.replayedAs, attempts: 1 })
    await expect.poll(() => outboxLengthOf(site)).toBe(0)
  })

  test('with a slow consumer delays no other', async () => {
    const site = await start(bus)
    const victim = newMember()
    // An uncommitted row: a writer of the same row waits for it.
    const blocker = await site.owner.catalog.connect()
    await blocker.query('BEGIN')
    await blocker.query("INSERT INTO authors (id, username) VALUES ($1, 'x')", [victim.id])
    await send(site, [stateOf(victim)])
    for (let round = 1; round <= 3; round += 1) {
      const others = Array.from({ length: 20 }, newMember)
      await send(site, others.map(stateOf))
      await expect.poll(() => namesOf(site, others)).toHaveLength(others.length)
    }
    await blocker.query('ROLLBACK')
    blocker.release()
    await expect.poll(() => namesOf(site, [victim])).toEqual([victim.username])
  })

  test('older than its consumer’s state has no effect when replayed', async () => {
    const site = await start(bus)
    const { catalog } = site.owner
    await catalog.query("ALTER TABLE authors ADD CONSTRAINT poison CHECK (username <> 'poison')")
    const member = newMember()
    await send(site, [stateOf({ ...member, username: 'poison' })])
    await expect.poll(() => lettersOf(site)).toHaveLength(1)
    await send(site, [{ ...stateOf({ ...member, username: 'newer' }), version: 2 }])
    await expect.poll(() => namesOf(site, [member])).toEqual(['newer'])
    await catalog.query('ALTER TABLE authors DROP CONSTRAINT poison')
    await replayAll(site)
    const last = { ...newMember(), username: randomUUID() }
    await send(site, [stateOf(last)])
    await expect.poll(() => namesOf(site, [last])).toHaveLength(1)
    await expect.poll(() => outboxLengthOf(site)).toBe(0)
    expect(await namesOf(site, [member])).toEqual(['newer'])
  })
})
