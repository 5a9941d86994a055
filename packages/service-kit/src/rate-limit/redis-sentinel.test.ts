import { createClient } from 'redis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis, startSentinel, type TestServer } from '../../../../tests/tools/servers.ts'
import { createLog } from '../log.ts'
import { untilShared } from '../testing/shared-store.ts'
import { until } from '../testing/until.ts'
import { redisRateLimitStore } from './redis-store.ts'
import type { RateLimitStore } from './store.ts'

const password = 'a-password-of-length'

/** A server with a replica and three sentinels. */
const startServers = async () => {
  const started = async (starting: Promise<TestServer>): Promise<TestServer> => {
    const server = await starting
    onTestFinished(server.stop)
    return server
  }
  const primary = await started(startRedis({ password }))
  const replica = await started(startRedis({ password, replicaOf: primary.port }))
  const startOne = () => started(startSentinel({ port: primary.port, password }))
  const sentinels = [await startOne(), await startOne(), await startOne()] as const
  const first = await clientOf(sentinels[0])
  await until(async () => {
    const quorum = await first.sendCommand(['SENTINEL', 'CKQUORUM', 'limits'])
    expect(quorum).toContain('OK 3 usable Sentinels')
    expect(await first.sendCommand(['SENTINEL', 'REPLICAS', 'limits'])).toHaveLength(1)
  })
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  const url = `redis+sentinel://:${password}@${hosts.join(',')}/limits`
  return { primary, replica, sentinels, first, url }
}

const clientOf = async ({ port }: TestServer) => {
  const client = await createClient({ url: `redis://:${password}@127.0.0.1:${port}` })
    .on('error', () => {})
    .connect()
  onTestFinished(() => client.destroy())
  return client
}

const storeOn = (url: string): RateLimitStore => {
  const log = createLog({ service: 'test', level: 'silent' })
  const store = redisRateLimitStore({ url, log, commandTimeoutMilliseconds: 120_000 })
  onTestFinished(store.close)
  return store
}

test('gateways count together at the server that the sentinels name, also after its death', async () => {
  const { primary, replica, url } = await startServers()
  const [one, other] = [storeOn(url), storeOn(url)]
  await untilShared(one, other)
  expect(await (await clientOf(primary)).dbSize()).toBeGreaterThan(0)
  primary.signal('SIGKILL')
  const promoted = await clientOf(replica)
  await until(async () => expect(await promoted.info('replication')).toContain('role:master'))
  await promoted.flushAll()
  await untilShared(one, other)
  await until(async () => expect(await promoted.dbSize()).toBeGreaterThan(0))
})

test('gateways leave a server that has become a replica, and need only one sentinel', async () => {
  const { primary, replica, sentinels, first, url } = await startServers()
  const [one, other] = [storeOn(url), storeOn(url)]
  await untilShared(one, other)
  const [former, promoted] = [await clientOf(primary), await clientOf(replica)]
  await until(async () => {
    const isPromoted = (await promoted.info('replication')).includes('role:master')
    // On a slow machine the sentinel may refuse or abandon a failover.
    if (!isPromoted) await first.sendCommand(['SENTINEL', 'FAILOVER', 'limits'])
    expect(isPromoted).toBe(true)
    expect(await former.info('replication')).toContain('role:slave')
  })
  sentinels[1].signal('SIGKILL')
  sentinels[2].signal('SIGKILL')
  await promoted.flushAll()
  await untilShared(one, other)
  await until(async () => expect(await promoted.dbSize()).toBeGreaterThan(0))
})
