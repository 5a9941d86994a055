import { boycottPath } from '@answerable/contracts/pages'
import { expect, type Request } from '@playwright/test'
import { disconnect, reconnect } from './connections.ts'
import { test } from './fixtures.ts'
import { boycott, expectToast, notifications, voteOn, written } from './page-parts.ts'

// Journeys run in parallel, so each votes on a different boycott.

test('a vote in one window is seen in another without reloading', async ({
  page,
  openWindow,
  signIn,
}) => {
  await signIn(page)
  const nestle = await boycott(page.request, 'Nestlé')
  const watching = await openWindow()
  await watching.goto('/?sort=top')
  await expect(voteOn(watching, 'Nestlé').score).toHaveText(written(nestle.score))
  let loads = 0
  watching.on('domcontentloaded', () => {
    loads += 1
  })
  await page.goto(boycottPath(nestle.id))
  await voteOn(page, 'Nestlé').up.click()
  await expect(voteOn(watching, 'Nestlé').score).toHaveText(written(nestle.score + 1))
  expect(loads).toBe(0)
  await expect(voteOn(page, 'Nestlé').score).toHaveText(written(nestle.score + 1))
})

test('the last of ten quick clicks wins, also on the server', async ({ page, signIn }) => {
  await signIn(page)
  const target = await boycott(page.request, 'The Sun')
  await page.goto('/?sort=top')
  const vote = voteOn(page, 'The Sun')
  await expect(vote.score).toHaveText(written(target.score))
  const sent: Request[] = []
  const isAnswered = async (request: Request) => (await request.response()) !== null
  page.on('request', (one) => one.url().endsWith('/vote') && sent.push(one))
  for (let click = 0; click < 5; click += 1) {
    await vote.up.click({ noWaitAfter: true })
    await vote.down.click({ noWaitAfter: true })
  }
  await expect(vote.down).toHaveAttribute('aria-pressed', 'true')
  await expect(vote.score).toHaveText(written(target.score - 1))
  // A vote that waits for the one before would be lost with the page.
  await expect
    .poll(async () => {
      const last = sent.at(-1)
      return last?.postData() === '{"value":-1}' && (await isAnswered(last)) && last === sent.at(-1)
    })
    .toBe(true)
  await expect.poll(async () => (await boycott(page.request, 'The Sun')).userVote).toBe(-1)
  await page.reload()
  await expect(vote.down).toHaveAttribute('aria-pressed', 'true')
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect(vote.score).toHaveText(written(target.score - 1))
})

test('clicks during a slow request cause one more request', async ({ page, signIn }) => {
  await signIn(page)
  const target = await boycott(page.request, 'Volkswagen')
  await page.goto(boycottPath(target.id))
  const response = Promise.withResolvers<void>()
  const methods: string[] = []
  await page.route('**/vote', async (route) => {
    methods.push(route.request().method())
    await response.promise
    await route.continue()
  })
  const vote = voteOn(page, 'Volkswagen')
  await vote.up.click()
  await vote.down.click()
  await vote.up.click()
  await vote.up.click()
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect(vote.score).toHaveText(written(target.score))
  response.resolve()
  await expect.poll(() => methods).toEqual(['POST', 'DELETE'])
  await expect
    .poll(async () => (await boycott(page.request, 'Volkswagen')).version)
    .toBe(target.version + 2)
  await page.reload()
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect(vote.score).toHaveText(written(target.score))
})

test('clicking the active arrow withdraws the vote', async ({ page, signIn }) => {
  await signIn(page)
  const target = await boycott(page.request, 'Taco Bell')
  await page.goto(boycottPath(target.id))
  const vote = voteOn(page, 'Taco Bell')
  await vote.up.click()
  await expect(vote.up).toHaveAttribute('aria-pressed', 'true')
  await expect(vote.score).toHaveText(written(target.score + 1))
  await expect.poll(async () => (await boycott(page.request, 'Taco Bell')).userVote).toBe(1)
  await page.reload()
  await expect(vote.up).toHaveAttribute('aria-pressed', 'true')
  await vote.up.click()
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await boycott(page.request, 'Taco Bell')).userVote).toBe(null)
  await page.reload()
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect(vote.score).toHaveText(written(target.score))
})

test('a visitor is asked to log in, and no vote is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const target = await boycott(page.request, 'Cottage cheese')
  await page.goto('/?sort=top')
  const vote = voteOn(page, 'Cottage cheese')
  await vote.up.click()
  await expectToast(page, 'Login required', 'You must be logged in to vote')
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect(vote.score).toHaveText(written(target.score))
  expect(sent).toEqual([])
})

test('a vote lost by the network is rolled back, and can be repeated', async ({
  page,
  signIn,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  const target = await boycott(page.request, 'Wells Fargo')
  await page.goto(boycottPath(target.id))
  const vote = voteOn(page, 'Wells Fargo')
  await expect(vote.score).toHaveText(written(target.score))
  // Notifications are loaded at the first interaction.
  await page.keyboard.press('Tab')
  await notifications(page).waitFor({ state: 'attached' })
  await disconnect(page)
  await vote.up.click()
  await expectToast(page, 'Error', 'Failed to record vote')
  await expect(vote.up).toHaveAttribute('aria-pressed', 'false')
  await expect(vote.score).toHaveText(written(target.score))
  await reconnect(page)
  await vote.up.click()
  await expect(vote.score).toHaveText(written(target.score + 1))
  await expect.poll(async () => (await boycott(page.request, 'Wells Fargo')).userVote).toBe(1)
})
