import { freePort } from '@answerable/site/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { outagesOf } from '../../../../tests/tools/outages.ts'
import { startNats } from '../../../../tests/tools/servers.ts'
import { createLog } from '../log.ts'
import { collect, messageOf, newEvent, relay } from '../testing/events.ts'
import { natsClient } from '../testing/nats-client.ts'
import { until } from '../testing/until.ts'
import { natsBus } from './nats-bus.ts'

/** Three servers that form a cluster, and its address. */
const startCluster = async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers = await Promise.all(
    ports.map((port) => {
      const others = ports.filter((other) => other !== port)
      return outagesOf('nats', (place) => startNats({ ...place, cluster: { port, others } }))
    }),
  )
  onTestFinished(async () => {
    await Promise.all(servers.map(({ remove }) => remove()))
  })
  await Promise.all(servers.map(({ start }) => start()))
  const hosts = servers.map(({ url }) => new URL(url).host)
  return { servers, url: `nats://${hosts.join(',')}` }
}

const busOn = (url: string, replicas: number) => {
  const log = createLog({ service: 'test', level: 'silent' })
  const bus = natsBus({ url, replicas, name: 'test', log })
  onTestFinished(bus.close)
  return bus
}

/** The configuration and replicas of the stream, at a server that is up. */
const streamAt = async (url: string) => {
  const client = await natsClient(url, 'test')
  try {
    return await client.manager.streams.info('CATALOG')
  } finally {
    await client.connection.close()
  }
}

test('three servers store each event; the kill of any of them loses no acknowledged event and no subscription', async () => {
  const { servers, url } = await startCluster()
  const bus = busOn(url, 3)
  const event = newEvent()
  const sent: number[] = []
  const send = async (): Promise<void> => {
    sent.push(sent.length)
    await relay(bus, messageOf(event, sent.length - 1))
  }
  await send()
  const group = await collect(bus, event, { group: 'auth' })
  const instance = await collect(bus, event, { everyInstanceOf: 'test' })
  const allAreReceived = () =>
    until(() => {
      expect([...new Set(group)].toSorted(byNumber)).toEqual(sent)
      expect([...new Set(instance)].toSorted(byNumber)).toEqual(sent.slice(1))
    })
  for (const server of servers) {
    await until(async () => {
      // A server that has started again catches up with the next event.
      await send()
      const { config, cluster } = await streamAt(server.url)
      expect(config.num_replicas).toBe(3)
      expect(cluster?.replicas?.map(({ current }) => current)).toEqual([true, true])
    })
    await server.kill()
    for (const _ of Array.from({ length: 20 })) await send()
    await allAreReceived()
    await server.start()
  }
})

test('a stream of one replica gets three when the setting changes, and keeps its events', async () => {
  const { servers, url } = await startCluster()
  const event = newEvent()
  const former = busOn(url, 1)
  await relay(former, messageOf(event, 1))
  await former.close()
  await relay(busOn(url, 3), messageOf(event, 2))
  await until(async () => {
    const { config, state } = await streamAt(servers[0]?.url ?? '')
    expect([config.num_replicas, state.messages]).toEqual([3, 2])
  })
})

const byNumber = (one: number, other: number): number => one - other
