import { livePath } from '@answerable/contracts/live'
import { boycottPath, pages } from '@answerable/contracts/pages'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openElsewhere } from './hydration/elsewhere.ts'
import { boycott, voteOn, written } from './page-parts.ts'
import { untilPrerendered } from './prerendered.ts'

// React reports a hydration mismatch as an error, which fails any journey.

test('a member who follows a link from another site is recognised, and an early vote counts', async ({
  page,
  baseURL,
  request,
  signIn,
}) => {
  const address = await signIn(page)
  const { id, score } = await boycott(page.request, 'Star Wars Battlefront II loot boxes')
  await untilPrerendered(request, boycottPath(id))
  await page.addInitScript(pressUpvoteEarly)
  await openElsewhere(page, new URL(boycottPath(id), baseURL).href)
  const navigation = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('link').click()
  expect((await (await navigation).allHeaders()).cookie).toBeUndefined()
  await expect(page.getByText(address.split('@')[0] ?? '', { exact: true })).toBeVisible()
  const vote = voteOn(page, 'Star Wars Battlefront II loot boxes')
  await expect(vote.up).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await boycott(page.request, 'Star Wars Battlefront II loot boxes')).userVote)
    .toBe(1)
  await expect(vote.score).toHaveText(written(score + 1))
})

test('an immediate live message is applied after hydration', async ({ page, request }) => {
  const { id, version } = await boycott(request, 'Cottage cheese')
  const message = { type: 'VOTE_UPDATE', submissionId: id, score: 4_321, commentCount: 12, version }
  await page.addInitScript(sendAtOnce({ ...message, version: version + 1_000 }))
  for (const path of [pages.home, boycottPath(id)]) {
    await page.goto(path)
    await expect(voteOn(page, 'Cottage cheese').score).toHaveText('4,321')
  }
})

const pressUpvoteEarly = `
  addEventListener('DOMContentLoaded', () =>
    document.querySelector('main button[data-direction="up"]')?.click(),
  )
`

/** Replaces the live connection by one that sends a change as soon as it is open. */
const sendAtOnce = (message: object): string => `
  window.WebSocket = class {
    constructor(address) {
      if (!address.endsWith(${JSON.stringify(livePath)})) throw new Error(address)
      queueMicrotask(() => {
        this.onopen?.()
        this.onmessage?.({ data: ${JSON.stringify(JSON.stringify(message))} })
      })
    }
    close() {}
  }
`
