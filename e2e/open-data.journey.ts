import { join } from 'node:path'
import { openDataFileOf } from '@answerable/contracts/open-data'
import { verifySnapshot } from '@answerable/site/open-data/verify'
import { expect, type Locator } from '@playwright/test'
import { test } from './fixtures.ts'

test('a visitor downloads a snapshot from the page in the footer, and its ranking is right', async ({
  page,
  baseURL,
}, testInfo) => {
  // The demo's snapshot is taken after its content is there.
  const latest = async () => (await (await page.request.get('/api/open-data')).json()).manifest
  await expect.poll(latest).toBeTruthy()
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Footer' })
    .getByRole('link', { name: 'Open data' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Open data' })).toBeVisible()

  const save = async (link: Locator): Promise<string> => {
    const download = page.waitForEvent('download')
    await link.click()
    const file = await download
    const path = join(testInfo.outputDir, file.suggestedFilename())
    await file.saveAs(path)
    return path
  }
  const main = page.getByRole('main')
  const manifest = await save(main.getByRole('link', { name: 'Manifest' }))
  await save(main.getByRole('link', { name: 'Signature' }))
  for (const name of ['Submissions', 'Top', 'Decisions'])
    await save(main.getByRole('link', { name: `${name} as JSON Lines` }))

  const { isValid, lines } = await verifySnapshot({ manifest, site: baseURL })
  expect(lines.join('\n')).toContain('follow from their scores, boosts and ages')
  expect(lines).toContain(`Not checked, because it is not here: ${openDataFileOf('top', 'csv')}.`)
  expect(isValid, lines.join('\n')).toBe(true)
})
