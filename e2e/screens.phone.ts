import { boycottPath, pages } from '@answerable/contracts/pages'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { boycott } from './page-parts.ts'

for (const { width, link } of [
  { width: 360, link: 'Copy link' },
  { width: 390, link: 'Share' },
]) {
  test(`at ${width} pixels the actions of a boycott are one line with "${link}", and no month of the impact page is cut`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    // The dialog of the device replaces the button that copies.
    if (link === 'Share') await page.addInitScript('navigator.share ??= async () => {}')
    await signIn(page)
    const proposal = { targetName: `Line of ${width}`, location: 'Bern', reasons: 'Long lines.' }
    const proposed = await page.request.post('/api/boycotts', { data: proposal })
    const { id } = (await proposed.json()) as { id: string }
    for (const of of [id, (await boycott(page.request, 'Nestlé')).id]) {
      await page.goto(boycottPath(of))
      const actions = page.getByRole('complementary', { name: 'Actions' })
      const buttons = actions.getByRole('button')
      await expect(buttons).toHaveText([/^Join boycott/, /^Follow/, link, 'Flag'])
      const bottoms = await buttons.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().bottom),
      )
      expect(new Set(bottoms).size).toBe(1)
    }
    await page.goto(pages.impact)
    await page.getByText('The figures as a table').click()
    const table = page.getByRole('region', { name: 'Figures by month' })
    await expect(table).toBeVisible()
    const sizes = await table.evaluate((box) => [box.scrollWidth, box.clientWidth])
    expect(sizes[0]).toBe(sizes[1])
  })
}
