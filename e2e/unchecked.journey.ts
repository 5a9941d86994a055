import { boycottPath } from '@answerable/contracts/pages'
import type { TestNetwork } from '@answerable/evidence/testing/network'
import { expect } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { type LinkedSite, startLinkedSite } from './linked-site.ts'
import { originOf } from './sites.ts'
import { returningTo } from './visitors.ts'

const origin = originOf('unchecked')
test.use({ baseURL: origin, storageState: returningTo(origin) })

let site: LinkedSite
let network: TestNetwork

test.beforeAll(async () => {
  site = await startLinkedSite('unchecked')
  network = await site.openNetwork()
})
test.afterAll(async () => {
  await site.stop()
  await network.stop()
})

test('with CHECK_SOURCES=off the site works, links are not checked, and no website is asked', async ({
  page,
  openWindow,
  signIn,
}) => {
  const address = 'http://paper.example/report'
  const archive = 'http://archive.example/1'
  network.host('paper.example')
  network.host('archive.example')
  await signIn(page)
  const data = {
    targetName: 'Anvil Works',
    location: 'Nowhere',
    reasons: 'Anvils.',
    sources: address,
  }
  const response = await page.request.post('/api/boycotts', { data })
  expect(response.status()).toBe(201)
  const { id } = (await response.json()) as { id: string }
  await page.goto(boycottPath(id))
  const sources = page.getByRole('region', { name: 'Sources' })
  await expect(sources).toContainText('Not yet checked')
  await page.getByRole('button', { name: `Add details of ${address}` }).click()
  await page.getByLabel('Publisher (optional)').fill('The Paper')
  await page.getByLabel('Address of an archived copy (optional)').fill(archive)
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(sources).toContainText('The Paper')
  for (const link of [address, archive]) await expect.poll(() => site.isWaiting(link)).toBe(true)

  const visitor = await openWindow()
  await visitor.goto(page.url())
  const row = visitor.getByRole('region', { name: 'Sources' }).getByRole('listitem')
  await expect(row).toContainText('Not yet checked')
  await expect(row.getByRole('link', { name: 'Archived copy' })).toHaveAttribute('href', archive)
  expect(await violationsInBothThemes(visitor)).toEqual([])
  for (const link of [address, archive]) expect(await site.isWaiting(link)).toBe(true)
  expect({ lookUps: network.lookUps, requests: network.requests }).toEqual({
    lookUps: [],
    requests: [],
  })
})
