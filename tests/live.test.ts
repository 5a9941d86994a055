import { randomUUID } from 'node:crypto'
import { submissionChanged } from '@answerable/contracts/events'
import { liveMessage } from '@answerable/contracts/live'
import { gateway } from '@answerable/gateway/service'
import { realtime } from '@answerable/realtime/service'
import { type BareTestService, startBareTestService } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody, servicesAway } from './tools/services-away.ts'

let pushes: BareTestService
let site: BareTestService

beforeAll(async () => {
  pushes = await startBareTestService(realtime, { NOTIFICATIONS_URL: nobody })
  site = await startBareTestService(gateway, {
    ...servicesAway,
    REALTIME_URL: pushes.url,
  })
})
afterAll(async () => {
  await site.stop()
  await pushes.stop()
})

test('realtime accepts websockets only from the gateway', async () => {
  const direct = new WebSocket(`${pushes.url}/ws`)
  const outcome = await new Promise((resolve) => {
    direct.onopen = () => resolve('open')
    direct.onerror = () => resolve('refused')
  })
  expect(outcome).toBe('refused')
})

test('a change reaches a page through the gateway, and a restart of realtime asks it to reconnect', async () => {
  const page = new WebSocket(`${site.url}/ws`)
  const message = new Promise((resolve) => {
    page.onmessage = ({ data }) => resolve(data)
  })
  const closed = new Promise((resolve) => {
    page.onclose = ({ code }) => resolve(code)
  })
  await new Promise((resolve, reject) => {
    page.onopen = resolve
    page.onerror = reject
  })
  await pushes.bus.publish({
    id: randomUUID(),
    subject: submissionChanged.subject,
    payload: {
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
    },
    requestId: null,
  })
  expect(liveMessage.parse(JSON.parse(String(await message)))).toMatchObject({
    version: 3,
    score: 2,
  })
  await pushes.stop()
  expect(await closed).toBe(1012)
})

test('a stopping gateway asks pages to reconnect', async () => {
  const inner = await startBareTestService(realtime, { NOTIFICATIONS_URL: nobody })
  const outer = await startBareTestService(gateway, {
    ...servicesAway,
    REALTIME_URL: inner.url,
  })
  const page = new WebSocket(`${outer.url}/ws`)
  const closed = new Promise((resolve) => {
    page.onclose = ({ code }) => resolve(code)
  })
  await new Promise((resolve, reject) => {
    page.onopen = resolve
    page.onerror = reject
  })
  await outer.stop()
  expect(await closed).toBe(1012)
  await inner.stop()
})
