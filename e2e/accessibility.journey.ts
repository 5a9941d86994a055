import { expect, type Locator, type Page } from '@playwright/test'
import { violationsInDark, violationsInLight } from './axe.ts'
import { test } from './fixtures.ts'
import { mobileMenu, openScreen, screens } from './screens.ts'

/** The width of a phone in portrait format, or of a window at a zoom of 400 % (WCAG 1.4.10). */
const narrow = { width: 320, height: 640 }
const wide = { width: 1280, height: 900 }

/** A screen is opened once, at the first width, unless another one opens at the second. */
const checks = [
  ...screens.flatMap((screen) =>
    screen.isOpenedByWidth
      ? [narrow, wide].map((size) => ({ screen, sizes: [size] }))
      : [{ screen, sizes: [narrow, wide] }],
  ),
  { screen: mobileMenu, sizes: [narrow] },
]

for (const { screen, sizes } of checks) {
  const widths = sizes.map(({ width }) => width).join(' and ')
  test(`no axe violations and no horizontal scrolling at ${widths} pixels: ${screen.name}`, async ({
    page,
    signIn,
    becomeAdmin,
    newMember,
    problems,
  }) => {
    if (screen.problem) problems.expect(screen.problem)
    await page.setViewportSize(sizes[0] ?? wide)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openScreen(page, screen, { signIn, becomeAdmin, newMember })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(size.width)
      expect(await violationsInLight(page), `at ${size.width} pixels`).toEqual([])
    }
    // Colours do not depend on the width.
    expect(await violationsInDark(page)).toEqual([])
  })
}

for (const reader of ['visitor', 'member'] as const) {
  test(`the header of a ${reader} on a phone has buttons of 44 pixels and a name that is whole or hidden`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize(narrow)
    if (reader === 'member') await signIn(page)
    await page.goto('/')
    const header = page.getByRole('banner')
    const named = header.getByRole('link', { name: 'Answerable' })
    const buttons = [
      header.getByRole('link', { name: 'Search' }),
      header.getByRole('link', { name: 'Submit' }),
      header.getByRole('button', { name: 'Menu' }),
      ...(reader === 'member' ? [header.getByRole('link', { name: /^Notifications/ })] : []),
    ]
    for (const width of [320, 360, 390, 436]) {
      await page.setViewportSize({ ...narrow, width })
      for (const button of buttons) {
        const size = async () => {
          const box = await boxOf(button)
          return Math.min(box.width, box.height)
        }
        await expect.poll(size, `${button} at ${width} pixels`).toBeGreaterThanOrEqual(44)
      }
      await expect.poll(() => shownOf(named), `name at ${width} pixels`).not.toBe('in part')
    }
    await page.setViewportSize({ ...narrow, width: 480 })
    await expect.poll(() => shownOf(named)).toBe('whole')
  })
}

/** How much of the name is inside its link, which hides what is outside. */
const shownOf = async (link: Locator) => {
  const [edge, name] = [await boxOf(link), await boxOf(link.getByText('Answerable'))]
  if (name.y >= edge.y + edge.height) return 'nothing'
  return name.y >= edge.y && name.x + name.width <= edge.x + edge.width ? 'whole' : 'in part'
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not visible`)
  return box
}

/** With what extends beyond the window. */
const widthOf = (page: Page): Promise<number> =>
  page
    .locator('html')
    .evaluate((html) =>
      Math.max(...[html, ...html.querySelectorAll('main, dialog')].map((box) => box.scrollWidth)),
    )
