import type { Impact } from '@answerable/contracts/impact'
import { boycottPath, pages } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import type { Mailbox } from './mailbox.ts'
import { expectToast, rows, untilMayRespond, voteOn } from './page-parts.ts'

const target = 'News UK'
const demand = 'Free tickets for children.'
const answer = 'Children need no ticket from January on.'
const text = 'Children under twelve travel free from now on.'
const source = 'https://example.org/free-tickets'

test('a boycott becomes active, its business responds, its demand is met, the impact page says how we know, and a visitor reports the update', async ({
  page: author,
  openWindow,
  newMember,
  signIn,
  becomeAdmin,
  mailbox,
  problems,
}) => {
  test.slow()
  problems.expect(/status of 400/)
  const metBefore = (await impact(author.request)).met
  await signIn(author)
  const id = await propose(author)

  // Ten people vote for it, and five of them take part. One of them keeps the page open.
  const reader = await openWindow()
  await signIn(reader)
  await reader.goto(boycottPath(id))
  await expect(reader.getByRole('region', { name: 'What would end it' })).toContainText(demand)
  const timeline = reader.getByRole('region', { name: 'Timeline' })
  const entries = timeline.getByRole('listitem')
  await expect(entries).toHaveText(/^Proposed/)
  await voteOn(reader, target).up.click()
  await reader.getByRole('button', { name: `Join boycott ${target}` }).click()
  const members: APIRequestContext[] = []
  for (let number = 1; number < 10; number += 1) {
    const member = await newMember()
    await post(member, `/api/boycotts/${id}/vote`, { value: 1 })
    members.push(member)
  }
  await expect(entries.first()).toHaveText(/^Reached a score of 10/)
  for (const member of members.slice(0, 4)) await post(member, `/api/boycotts/${id}/participation`)
  const reply = reader.getByRole('region', { name: 'Response', exact: true })
  await expect(reply).toContainText('Response requested on')
  await expect(reader.getByRole('main').getByText('Status: Active').first()).toBeVisible()
  await expect(entries.filter({ hasText: 'Response requested' })).toHaveCount(1)

  const speaker = await openWindow()
  await signIn(speaker)
  await speaker.goto(boycottPath(id))
  await speaker.getByRole('link', { name: 'Respond here' }).click()
  await proveByMail(speaker, mailbox, 'news.co.uk')
  await untilMayRespond(speaker, id)
  await speaker.goto(boycottPath(id))
  await speaker.getByRole('button', { name: 'Write a response' }).click()
  await speaker.getByRole('textbox', { name: /^Response of/ }).fill(answer)
  await speaker.getByRole('button', { name: 'Publish response' }).click()
  await expectToast(speaker, 'Response published')
  await expect(reply.getByRole('article')).toContainText(answer)

  await timeline.getByRole('button', { name: 'Report an update' }).click()
  const form = timeline.getByRole('form', { name: `Report an update about ${target}` })
  await form.getByLabel('What has happened?').selectOption({ label: 'The demand was met' })
  await form.getByRole('button', { name: 'Send update' }).click()
  await expect(form.getByLabel('Date')).toBeFocused()
  await form.getByLabel('Date').fill('2026-01-02')
  await form.getByLabel('Text').fill(text)
  await form.getByLabel('Source').fill(source)
  await form.getByRole('button', { name: 'Send update' }).click()
  await expect(timeline.getByText('Thank you.')).toBeVisible()

  const admin = await openWindow()
  await becomeAdmin(admin)
  await admin.goto(pages.adminUpdates)
  await admin.getByRole('button', { name: `Confirm: ${target}` }).click()
  await expectToast(admin, 'Update confirmed')
  await expect(admin.getByRole('button', { name: `Confirm: ${target}` })).toBeHidden()

  await expect(reader.getByRole('main').getByText('Status: Met').first()).toBeVisible()
  await expect(entries).toHaveText([
    /^Status: Met \(before: responded\)/,
    /^Update: the demand was met/,
    /^Status: Responded/,
    /^Official response of News UK/,
    /^Response requested/,
    /^Status: Active \(enough people take part\)/,
    /^Reached a score of 10/,
    /^Proposed/,
  ])

  const visitor = await openWindow()
  await expect(async () => {
    await visitor.goto(pages.impact)
    await expect(rows(visitor).first()).toBeVisible()
    const met = visitor.getByRole('listitem').filter({ hasText: target })
    await expect(met).toContainText(demand, { timeout: 5_000 })
    await expect(met).toContainText(text)
    await expect(met.getByRole('link', { name: source })).toHaveAttribute('rel', /nofollow/)
  }).toPass()
  await expect
    .poll(async () => (await impact(visitor.request)).met)
    .toBeGreaterThanOrEqual(metBefore + 1)
  await visitor.getByRole('main').getByRole('link', { name: target }).click()
  await expect(visitor.getByRole('region', { name: 'Timeline' })).toContainText(text)
  await visitor.getByRole('link', { name: 'Report as wrong' }).click()
  await expect(visitor).toHaveURL(/^[^?]*\/notice\?about=/)
  await expect(visitor.getByLabel('Where is it?')).toHaveValue(
    new RegExp(`^${boycottPath(id)}#update-`),
  )
  await visitor.goto('/?status=met&sort=new')
  await expect(visitor.getByRole('link', { name: target, exact: true })).toBeVisible()
  await reader.goto(`${pages.settings}#updates`)
  await expect(reader.getByRole('region', { name: 'Your updates' })).toContainText('Confirmed')
  await stopSpeaking(speaker)
})

const impact = async (request: APIRequestContext): Promise<Impact> =>
  (await (await request.get('/api/impact')).json()) as Impact

const post = async (request: APIRequestContext, path: string, data: object = {}): Promise<void> => {
  expect((await request.post(path, { data })).ok()).toBe(true)
}

/** Proposes the boycott and returns its id. */
const propose = async (page: Page): Promise<string> => {
  await page.goto(pages.submit)
  await page.getByLabel('Target name').fill(target)
  await page.getByLabel('Location').fill('Hamburg')
  await page.getByLabel('Reasons').fill('Tickets for children cost as much as those for adults.')
  await page.getByLabel('What would end this boycott? (optional)').fill(demand)
  await page.getByRole('checkbox').check()
  await page.getByRole('main').getByRole('button', { name: 'Submit boycott' }).click()
  await expectToast(page, 'Submission created')
  const list = (await (
    await page.request.get('/api/boycotts?sort=new&limit=50')
  ).json()) as Submission[]
  const proposed = list.find(({ targetName }) => targetName === target)
  expect(proposed).toBeDefined()
  return proposed?.id ?? ''
}

/** On the page to claim a business: only the code of a mail to its domain proves it. */
const proveByMail = async (page: Page, mailbox: Mailbox, domain: string): Promise<void> => {
  await page.getByRole('radio', { name: /^Email at the domain/ }).check()
  const address = page.getByLabel('Your address at the domain')
  await address.fill(`press@${domain}.example.org`)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText(`The address must end with @${domain}.`)).toBeVisible()
  const own = `press-${crypto.randomUUID().slice(0, 8)}@${domain}`
  await address.fill(own)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const mail = await mailbox.textTo(own, `Your code for ${domain} on Answerable`)
  const code = /<code>(\d{6})<\/code>/.exec(mail)?.[1] ?? ''
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await page.getByLabel('6-digit code').fill(wrong)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please check your code and try again.')).toBeVisible()
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('main').getByText(`Verified: ${domain}`)).toBeVisible()
}

const stopSpeaking = async (page: Page): Promise<void> => {
  await page.goto('/businesses/news-uk/claim')
  await page.getByRole('button', { name: 'Stop speaking for this business' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('You have ended your last claim.')).toBeVisible()
}

test('the figures of the impact page can be downloaded', async ({ page }) => {
  await page.goto(pages.impact)
  await page.getByText('The figures as a table').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('impact-by-month.csv')
})
