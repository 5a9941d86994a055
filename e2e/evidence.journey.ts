import type { RequestListener } from 'node:http'
import { boycottPath } from '@answerable/contracts/pages'
import type { TestNetwork } from '@answerable/evidence/testing/network'
import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInBothThemes } from './axe.ts'
import { test } from './fixtures.ts'
import { type LinkedSite, startLinkedSite } from './linked-site.ts'
import { expectToast } from './page-parts.ts'
import { originOf } from './sites.ts'
import { returningTo } from './visitors.ts'

const origin = originOf('linked')
test.use({ baseURL: origin, storageState: returningTo(origin) })
// They share the site; the first one is over before the network opens.
test.describe.configure({ mode: 'serial' })

let site: LinkedSite
let network: TestNetwork | undefined

test.beforeAll(async () => {
  site = await startLinkedSite('linked')
})
test.afterAll(async () => {
  await site.stop()
  await network?.stop()
})

const html =
  (text: string, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  }
const propose = async (page: Page, sources: string): Promise<string> => {
  const data = { targetName: 'Anvil Works', location: 'Nowhere', reasons: 'Anvils.', sources }
  const response = await page.request.post('/api/boycotts', { data })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}
const sourcesOn = (page: Page): Locator => page.getByRole('region', { name: 'Sources' })
const rowOn = (page: Page, address: string): Locator =>
  sourcesOn(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="${address}"]`) })
/** Opens the page again until each link has its state: checks are not shown live. */
const expectStates = (page: Page, states: Readonly<Record<string, string | RegExp>>) =>
  expect(async () => {
    await site.repeatFailedChecks()
    await page.reload()
    for (const [address, state] of Object.entries(states)) {
      // However long the page takes, its rows come with their states.
      await expect(rowOn(page, address)).toBeVisible()
      await expect(rowOn(page, address)).toContainText(state, { timeout: 5_000 })
    }
  }).toPass()

test('a site without a way out works; links are checked once there is one', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const address = 'http://later.example/report'
  const id = await propose(page, address)
  // The check has failed, and says nothing about the link.
  await expect.poll(() => site.failuresOf(address)).toBeGreaterThan(0)
  await page.goto(boycottPath(id))
  await expect(rowOn(page, address)).toContainText('Not yet checked')

  network = await site.openNetwork()
  network.host('later.example')
  await site.letDaysPass(0)
  await expectStates(page, { [address]: 'Works, checked' })
  await expect(rowOn(page, address).getByRole('link', { name: 'Hello' })).toBeVisible()
})

test('the author describes links; readers see what they show, and every version', async ({
  page,
  openWindow,
  problems,
  signIn,
}) => {
  problems.expect(/status of 400/)
  const hosts = network ?? (await site.openNetwork())
  const [report, verdict] = ['http://paper.example/report_(2024)', 'http://court.example/verdict']
  const archive = 'http://archive.example/1'
  hosts.host('paper.example', { handler: html('<title>A report</title><p>Text.') })
  hosts.host('court.example', {
    handler: html('<title><script>alert(1)</script>Verd\u202eict</title><p>Text.'),
  })
  hosts.host('archive.example', { handler: html('<title>Copy</title><p>Text.') })
  await signIn(page)
  await page.goto('/submit')
  await page.getByLabel('Target name').fill('Anvil Works')
  await page.getByLabel('Location').fill('Nowhere')
  await page.getByLabel('Reasons').fill('They drop anvils.')
  await page.getByLabel('Sources (optional)').fill(`${report}\n${verdict}`)
  await page.getByRole('button', { name: `Add details of ${report}` }).click()
  await page.getByLabel('Title (optional)').fill('Who drops the anvils?')
  await page.getByLabel('Publisher (optional)').fill('The Paper')
  await page.getByLabel('Kind (optional)').selectOption('News')
  await page.getByLabel('What it shows (optional)').fill('Where the anvils fell.')
  await page.getByLabel('Address of an archived copy (optional)').fill('nowhere')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Submit boycott' }).click()
  await expect(page.getByText('These details need a change.')).toBeVisible()
  await page.getByLabel('Address of an archived copy (optional)').fill(archive)
  await page.getByRole('button', { name: 'Submit boycott' }).click()
  await expectToast(page, 'Submission created')
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await page.getByRole('link', { name: 'Anvil Works', exact: true }).first().click()

  await expectStates(page, {
    [report]: /Works, checked.*Archived copy \(works\)/s,
    [verdict]: /Works, checked/,
  })
  await expect(rowOn(page, report)).toContainText('Where the anvils fell.News · The Paper')
  await expect(rowOn(page, report).getByRole('link')).toHaveText([
    'Who drops the anvils?',
    'Archived copy',
  ])
  // The title of a page is text, whatever it contains.
  await expect(rowOn(page, verdict).getByRole('link')).toHaveText(
    '<script>alert(1)</script>Verdict',
  )

  await page.getByRole('button', { name: `Edit details of ${report}` }).click()
  await page.getByLabel('Kind (optional)').selectOption('Court or regulator')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(rowOn(page, report)).toContainText('Court or regulator · The Paper')
  const visitor = await openWindow()
  await visitor.goto(page.url())
  await expect(rowOn(visitor, report)).toContainText('Court or regulator · The Paper')
  await expect(sourcesOn(visitor).getByRole('button')).toHaveCount(0)
  await sourcesOn(visitor).getByRole('link', { name: 'History of the details' }).click()
  await visitor.getByRole('button', { name: `Show versions of the details of ${report}` }).click()
  const versions = visitor.getByRole('list', { name: `Versions of the details of ${report}` })
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await expect(versions.getByRole('insertion')).toContainText('Court or regulator')
  await expect(versions.getByRole('deletion')).toContainText('News')
  expect(await violationsInBothThemes(visitor)).toEqual([])
})

test('readers see which pages moved, changed and disappeared, and when evidence is needed', async ({
  page,
  signIn,
}) => {
  const hosts = network ?? (await site.openNetwork())
  const names = ['stays', 'moves', 'changes', 'vanishes', 'closes', 'breaks'] as const
  const addresses = names.map((name) => `http://${name}.example/page`)
  const [stays = '', moves = '', changes = '', vanishes = '', closes = '', breaks = ''] = addresses
  for (const name of names) hosts.host(`${name}.example`, { handler: html('<p>The text.') })
  await signIn(page)
  const id = await propose(page, addresses.join('\n'))
  await page.goto(boycottPath(id))
  await expectStates(page, Object.fromEntries(addresses.map((one) => [one, 'Works, checked'])))

  hosts.host('new.example', { handler: html('<p>The text.') })
  hosts.host('moves.example', {
    handler: (_request, response) => {
      response.writeHead(301, { location: 'http://new.example/page' }).end()
    },
  })
  hosts.host('changes.example', { handler: html('<p>Another text.') })
  hosts.host('vanishes.example', { handler: html('', 404) })
  hosts.host('closes.example', { handler: html('', 403) })
  hosts.host('breaks.example', { handler: html('', 500) })
  await site.letDaysPass(1)
  await expectStates(page, {
    [stays]: 'Works, checked',
    [moves]: 'Moved to another address, checked',
    [changes]: 'Changed since the first check, checked',
    [vanishes]: 'Gone, checked',
    [closes]: 'Does not let programs check it, checked',
    [breaks]: 'Not reachable, checked',
  })
  await expect(sourcesOn(page)).not.toContainText('Evidence needed')
  expect(await violationsInBothThemes(page)).toEqual([])

  for (const name of names) hosts.host(`${name}.example`, { handler: html('', 410) })
  await site.letDaysPass(7)
  await expectStates(page, Object.fromEntries(addresses.map((one) => [one, 'Gone, checked'])))
  await expect(sourcesOn(page)).toContainText('Evidence needed. None of these links works anymore.')
  hosts.host('archive.example', { handler: html('<p>The text.') })
  await page.getByRole('button', { name: `Add details of ${vanishes}` }).click()
  await page.getByLabel('Address of an archived copy (optional)').fill('http://archive.example/2')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(rowOn(page, vanishes)).toContainText('Archived copy')
  await expectStates(page, { [vanishes]: 'Archived copy (works)' })
  await expect(sourcesOn(page)).not.toContainText('Evidence needed')
})
