import type { TestNetwork } from '@answerable/evidence/testing/network'
import { addReceiver, verified } from '@answerable/evidence/testing/receiver'
import { expect } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { type LinkedSite, startLinkedSite } from './linked-site.ts'
import { adminAddresses } from './members.ts'
import { expectToast } from './page-parts.ts'
import { originOf } from './sites.ts'
import { returningTo } from './visitors.ts'

const origin = originOf('webhooks')
test.use({ baseURL: origin, storageState: returningTo(origin) })

let site: LinkedSite
let network: TestNetwork

test.beforeAll(async () => {
  site = await startLinkedSite('webhooks')
  network = await site.openNetwork()
})
test.afterAll(async () => {
  await site.stop()
  await network.stop()
})

test('an administrator adds a webhook, tests it, and sends a delivery again; the receiver verifies the messages', async ({
  page,
  signInAsMember,
  openWindow,
  signIn,
}) => {
  test.slow()
  const receiver = addReceiver(network, 'receiver.example')
  await signInAsMember(page, adminAddresses[0] ?? '')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('This field is required.')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  expect(await violationsInBothThemes(page)).toEqual([])

  // By keyboard alone.
  await page.getByLabel('Address').fill(receiver.address)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Our newsletter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Add webhook' }).press('Enter')
  await expectToast(page, 'Webhook added')
  const item = page.getByRole('listitem').filter({ hasText: 'Our newsletter' })
  const secret = await item.locator('.copy-field code').innerText()
  expect(secret).toMatch(/^whsec_/)
  expect(await violationsInBothThemes(page)).toEqual([])

  receiver.respond((_request, response) => response.writeHead(200).end('Welcome.'))
  await item.getByRole('button', { name: 'Send a test to Our newsletter' }).click()
  await expect(item.getByRole('status')).toContainText('The test was accepted. Status 200')
  await expect(item.getByRole('status')).toContainText('Response: Welcome.')
  const [tested] = receiver.received
  expect(tested && verified(secret, tested)).toMatchObject({ type: 'webhook.test' })

  // The receiver fails at first.
  receiver.respond((_request, response) => response.writeHead(500).end())
  const member = await openWindow()
  await signIn(member)
  const data = { targetName: 'Anvil Works', location: 'Nowhere', reasons: 'They drop anvils.' }
  const proposed = await member.request.post(new URL('/api/boycotts', origin).href, { data })
  expect(proposed.status()).toBe(201)
  await item.getByRole('button', { name: 'Deliveries of Our newsletter' }).click()
  const delivery = item.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await expect(delivery).toHaveCount(1)
  await expect(delivery).toContainText('boycott.created')
  await expect(delivery).toContainText('Status 500')
  await expect(delivery).toContainText('Will be retried')
  expect(await violationsInBothThemes(page)).toEqual([])
  receiver.respond((_request, response) => response.writeHead(204).end())
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect(delivery).toContainText('Delivered')
  const last = receiver.received.at(-1)
  const message = last && (verified(secret, last) as { type: string; data: object })
  expect(message?.type).toBe('boycott.created')
  expect(message?.data).toMatchObject(data)
  expect(last?.body).not.toContain('author')
  expect(last?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id'])

  await item.getByRole('button', { name: 'Pause Our newsletter' }).click()
  await expect(item).toContainText('Paused')
  await item.getByRole('button', { name: 'Resume Our newsletter' }).click()
  await expect(item).toContainText('Active')

  await page.reload()
  await expect(item).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('whsec_')
  await item.getByRole('button', { name: 'Replace secret of Our newsletter' }).click()
  await item.getByRole('button', { name: 'Replace the secret', exact: true }).click()
  await expect(item.locator('.copy-field code')).not.toHaveText(secret)
  await expect(item).toContainText('the former secret is valid until')
  await item.getByRole('button', { name: 'Delete Our newsletter', exact: true }).first().click()
  await expect(item.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await item.getByRole('button', { name: 'Delete Our newsletter', exact: true }).last().click()
  await expectToast(page, 'Webhook deleted')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
})
