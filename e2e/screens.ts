import {
  boycottHistoryPath,
  boycottPath,
  boycottSheetPath,
  businessPath,
  claimPath,
  pages,
  personPath,
} from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { boycott, dialog, expectToast, reasonForFlag, rows } from './page-parts.ts'

/** A screen and how to open it. `open` resolves when the screen is stable. */
export type Screen = {
  name: string
  isFor?: 'members' | 'admins'
  /** Expected console errors on the way there. */
  problem?: RegExp
  /** What others have to do first. `newMember` signs in another member. */
  prepare?: (page: Page, newMember: () => Promise<APIRequestContext>) => Promise<void>
  open: (page: Page) => Promise<void>
  /** Whether another element opens at another width. */
  isOpenedByWidth?: true
}

export const feed: Screen = {
  name: 'feed',
  open: async (page) => {
    await page.goto('/')
    await rows(page).first().waitFor()
  },
}

export const detail: Screen = {
  name: 'detail',
  open: async (page) => {
    await page.goto(boycottPath((await boycott(page.request, 'Montgomery City Lines')).id))
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('listitem')
      .first()
      .waitFor()
  },
}

const reply: Screen = {
  name: 'a reply with its preview, and the history of a comment',
  isFor: 'members',
  open: async (page) => {
    await detail.open(page)
    const comments = page.getByRole('region', { name: /^Comments/ }).getByRole('article')
    await comments.getByRole('button', { name: 'edited' }).first().click()
    await page.getByRole('deletion').first().waitFor()
    await comments.getByRole('button', { name: 'Reply' }).first().click()
    await page
      .getByLabel(/^Reply to /)
      .fill('Some **bold** text, `code` and\n\n- a list\n\n> and a quote')
    await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor()
  },
}

const history: Screen = {
  name: 'versions of a boycott',
  open: async (page) => {
    const { id } = await boycott(page.request, 'Montgomery City Lines')
    await page.goto(boycottHistoryPath(id))
    await page.getByRole('insertion').first().waitFor()
  },
}

const sheet: Screen = {
  name: 'sheet to print',
  open: async (page) => {
    const { id } = await boycott(page.request, 'Montgomery City Lines')
    await page.goto(boycottSheetPath(id))
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
  },
}

export const submit: Screen = {
  name: 'submit',
  isFor: 'members',
  open: async (page) => {
    await page.goto('/submit')
    await page.getByRole('checkbox').waitFor()
  },
}

const submitWithDetails: Screen = {
  ...submit,
  name: 'submit, with the details of a link',
  open: async (page) => {
    await submit.open(page)
    await page.getByLabel('Sources (optional)').fill('https://example.org/report')
    await page.getByRole('button', { name: /^Add details of / }).click()
    await page.getByLabel('Address of an archived copy (optional)').waitFor()
  },
}

const refusedSubmit: Screen = {
  ...submit,
  name: 'submit, with missing fields marked',
  open: async (page) => {
    await submit.open(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^submit/i })
      .click()
    await page.getByRole('checkbox').and(page.locator('[aria-invalid]')).waitFor()
  },
}

export const signInByLink: Screen = {
  name: 'sign-in by link',
  open: async (page) => {
    await page.goto('/')
    const logIn = page.getByRole('button', { name: 'Log in' })
    const menu = page.getByRole('button', { name: 'Menu' })
    await logIn.or(menu).first().waitFor()
    if (await menu.isVisible()) await menu.click()
    await logIn.click()
    await dialog(page, 'Answerable').getByRole('button', { name: 'Sign in with Email' }).click()
    await dialog(page, 'Answerable').getByRole('button', { name: 'Send Auth Email' }).waitFor()
  },
}

const signInByCode: Screen = {
  name: 'sign-in by code',
  open: async (page) => {
    await signInByLink.open(page)
    await dialog(page, 'Answerable').getByRole('tab', { name: 'Code' }).click()
    await dialog(page, 'Answerable').getByLabel('6-digit code').waitFor()
  },
}

const flag: Screen = {
  name: 'flag',
  isFor: 'members',
  open: async (page) => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /^Flag / })
      .first()
      .click()
    await reasonForFlag(page).waitFor()
  },
}

const notification: Screen = {
  name: 'notification',
  open: async (page) => {
    await detail.open(page)
    await page.getByRole('button', { name: 'Upvote' }).click()
    await expectToast(page, 'Login required')
    // A focused notification does not close.
    await page.keyboard.press('F8')
  },
}

const settings: Screen = {
  name: 'settings',
  isFor: 'members',
  open: async (page) => {
    await page.goto(pages.settings)
    await page.getByText('This browser').waitFor()
  },
}

const settingsOfVisitors: Screen = {
  name: 'settings, for visitors',
  open: async (page) => {
    await page.goto(pages.settings)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor()
  },
}

const deletion: Screen = {
  name: 'deletion of the account',
  isFor: 'members',
  open: async (page) => {
    await settings.open(page)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await dialog(page, 'Delete your account')
      .getByRole('button', { name: 'Send me a code' })
      .click()
    await dialog(page, 'Delete your account').getByLabel('6-digit code').waitFor()
  },
}

export const missing: Screen = {
  name: '404',
  problem: /status of 404/,
  open: async (page) => {
    await page.goto('/no/such/page')
    await page.getByRole('main').getByRole('heading').waitFor()
  },
}

const information: readonly Screen[] = [
  pages.about,
  pages.howItWorks,
  pages.guidelines,
  pages.privacy,
  pages.terms,
  pages.donate,
  pages.roadmap,
].map((path) => ({
  name: path,
  open: async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  },
}))

const tour: Screen = {
  name: 'tour',
  open: async (page) => {
    await page.goto(pages.howItWorks)
    await page.getByRole('button', { name: 'Show the tour again' }).click()
    // Its second step points at the list.
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
    await page.getByText('2 of 5').waitFor()
  },
}

const overlay: Screen = {
  name: 'overlay of errors',
  problem: /page error/,
  open: async (page) => {
    await feed.open(page)
    await page.evaluate(`setTimeout(() => { throw new TypeError('Failed to fetch') })`)
    await dialog(page, 'Smart Error Recovery').getByRole('listitem').first().waitFor()
  },
}

const moderationLog: Screen = {
  name: 'moderation log',
  open: async (page) => {
    await page.goto(pages.moderationLog)
    await expect(page.getByText(/^No decisions yet\.$|^\d+ decisions?$/)).toBeVisible()
  },
}

const transparency: Screen = {
  name: 'transparency, with its table',
  isFor: 'admins',
  prepare: async (page, newMember) => {
    const data = { targetName: 'Figures Ltd.', location: 'Bern', reasons: 'A test of figures.' }
    const { id } = await (await (await newMember()).post('/api/boycotts', { data })).json()
    const reason = { reasonCode: 'private-person' }
    const removed = await page.request.post(`/api/admin/submissions/${id}/remove`, { data: reason })
    expect(removed.ok()).toBe(true)
    const latest = async () => (await (await page.request.get('/api/transparency')).json())[0]
    await expect.poll(async () => (await latest())?.decisions ?? []).not.toEqual([])
  },
  open: async (page) => {
    await page.goto(pages.transparency)
    await page.getByText('The figures as a table').click()
    await page.getByRole('table', { name: /^Decisions by kind and reason/ }).waitFor()
  },
}

const openData: Screen = {
  name: 'open data',
  open: async (page) => {
    const latest = async () => (await (await page.request.get('/api/open-data')).json()).manifest
    await expect.poll(latest).toBeTruthy()
    await page.goto(pages.openData)
    await page.getByText('SHA-256 sums', { exact: true }).click()
  },
}

const search: Screen = {
  name: 'search',
  open: async (page) => {
    await page.goto(`${pages.search}?q=nestel`)
    await page.getByText('Showing results for').waitFor()
    await rows(page).first().waitFor()
  },
}

const searchWithoutResults: Screen = {
  name: 'search without results',
  open: async (page) => {
    await page.goto(`${pages.search}?q=zyxgloop`)
    await page.getByRole('link', { name: /^Propose a boycott/ }).waitFor()
  },
}

const businesses: Screen = {
  name: 'businesses',
  open: async (page) => {
    await page.goto(pages.businesses)
    await rows(page).first().waitFor()
  },
}

const business: Screen = {
  name: 'business, with the form for a suggestion',
  isFor: 'members',
  open: async (page) => {
    await page.goto(businessPath('nestle'))
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Suggest a change' }).click()
    await page.getByLabel('Reason').waitFor()
  },
}

const discussed = 'Canned tuna caught on dolphins'

const comment = async (
  request: APIRequestContext,
  data: { content: string; parentId?: string },
): Promise<string> => {
  const { id } = await boycott(request, discussed)
  const response = await request.post(`/api/boycotts/${id}/comments`, { data })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

const flaggedComment: Screen = {
  name: 'admin: a flagged comment',
  isFor: 'admins',
  prepare: async (_page, newMember) => {
    const [author, reporter] = [await newMember(), await newMember()]
    const id = await comment(author, { content: 'See **my shop** at https://example.org/tuna.' })
    const data = { reasonCode: 'spam', reason: 'An advertisement.' }
    await reporter.post(`/api/comments/${id}/flag`, { data })
  },
  open: async (page) => {
    await page.goto(`${pages.admin}?kind=comments`)
    await page
      .getByRole('button', { name: /^Remove the comment by / })
      .first()
      .waitFor()
  },
}

const review: Screen = {
  name: 'admin: forms to lock a discussion, change a name and merge',
  isFor: 'admins',
  open: async (page) => {
    const { id } = await boycott(page.request, discussed)
    await page.goto(`${pages.admin}?tab=submissions&search=${id}`)
    await page.getByRole('button', { name: `Review ${discussed}` }).click()
    for (const name of ['Merge with a duplicate', 'Lock the discussion', 'Change the name']) {
      await page.getByRole('button', { name, exact: true }).click()
    }
    await page.getByLabel('Name of the target').waitFor()
    await page.getByText('No other public boycott matches.').waitFor()
  },
}

const filledNotifications: Screen = {
  name: 'notifications',
  isFor: 'members',
  prepare: async (page, newMember) => {
    const parentId = await comment(page.request, { content: 'Which label came first?' })
    const { user } = await (await page.request.get('/api/auth/me')).json()
    await comment(await newMember(), { content: 'The one of **1990**.', parentId })
    await comment(await newMember(), { content: `None, @${user.username}.` })
  },
  open: async (page) => {
    await page.goto(pages.notifications)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: /mentioned you in a comment/ }).waitFor()
    await main.getByRole('link', { name: /replied to your comment/ }).waitFor()
  },
}

const impact: Screen = {
  name: 'impact, with its table',
  open: async (page) => {
    await page.goto(pages.impact)
    await page.getByText('The figures as a table').click()
    await page.getByRole('table').waitFor()
    await rows(page).first().waitFor()
  },
}

const updateReport: Screen = {
  name: 'timeline, with the form for an update',
  isFor: 'members',
  open: async (page) => {
    const { id } = await boycott(page.request, 'California table grapes')
    await page.goto(boycottPath(id))
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Status: Met').waitFor()
    await timeline.getByRole('button', { name: 'Report an update' }).click()
    await timeline.getByRole('button', { name: 'Send update' }).click()
    await timeline.getByLabel('Date').and(page.locator('[aria-invalid]')).waitFor()
  },
}

const businessTimeline: Screen = {
  name: 'business, with its timeline',
  open: async (page) => {
    const { business: its } = await boycott(page.request, 'California table grapes')
    await page.goto(`${businessPath(its.slug)}?tab=timeline`)
    await page.getByText('Status: Met').waitFor()
  },
}

const updates: Screen = {
  name: 'admin: updates',
  isFor: 'admins',
  open: async (page) => {
    await page.goto(`${pages.adminUpdates}?state=decided`)
    await rows(page).first().waitFor()
  },
}

const webhooks: Screen = {
  name: 'admin: webhooks',
  isFor: 'admins',
  open: async (page) => {
    await page.goto(pages.adminWebhooks)
    await page
      .getByRole('button', { name: /^Replace secret of/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Deliveries of/ })
      .first()
      .click()
    await page.getByText('No deliveries in the last 30 days.').waitFor()
  },
}

const flaggedSubmission: Screen = {
  name: 'admin: flagged',
  isFor: 'admins',
  prepare: async (_page, newMember) => {
    const member = await newMember()
    const data = { targetName: 'Quarries', location: 'Cork', reasons: 'They dig too far.' }
    const { id } = await (await member.post('/api/boycotts', { data })).json()
    const flag = { data: { reason: 'To be looked at.' } }
    expect((await member.post(`/api/boycotts/${id}/flag`, flag)).ok()).toBe(true)
  },
  open: async (page) => {
    await page.goto(`${pages.admin}?tab=flagged`)
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .waitFor()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  },
}

const administration = (name: string, path: string, settled: (page: Page) => Locator): Screen => ({
  name: `admin: ${name}`,
  isFor: 'admins',
  open: async (page) => {
    await page.goto(path)
    await settled(page).first().waitFor()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  },
})

const dashboard: readonly Screen[] = [
  flaggedSubmission,
  administration('super-boost', `${pages.admin}?tab=super-boost`, (page) =>
    page.getByLabel('Find a submission by text or ID'),
  ),
  administration('users', `${pages.admin}?tab=users`, (page) =>
    page.getByRole('button', { name: /^Suspend / }),
  ),
  administration('submissions', `${pages.admin}?tab=submissions`, (page) =>
    page.getByRole('button', { name: /^Review / }),
  ),
  administration('errors', pages.adminErrors, (page) =>
    page.getByRole('heading', { name: 'Diagnostics' }),
  ),
  administration('votes', pages.adminVotes, (page) => page.getByText('Votes beyond the limits')),
  administration('suggestions', pages.adminSuggestions, (page) =>
    page.getByText('Members suggest changes'),
  ),
]

const places: Screen = {
  name: 'places',
  open: async (page) => {
    await page.goto('/places')
    await page.getByRole('table').waitFor()
  },
}

const country: Screen = {
  name: 'a country',
  open: async (page) => {
    await page.goto('/places/US')
    await rows(page).first().waitFor()
  },
}

const placeSuggestions: Screen = {
  ...submit,
  name: 'submit, with places for a location',
  open: async (page) => {
    await submit.open(page)
    await page.getByRole('combobox', { name: 'Location' }).pressSequentially('Par')
    await page
      .getByRole('option', { name: /^Paris, / })
      .first()
      .waitFor()
  },
}

const noNotifications: Screen = {
  name: 'notifications, none yet',
  isFor: 'members',
  open: async (page) => {
    await page.goto(pages.notifications)
    await page.getByText('No notifications yet.').waitFor()
  },
}

const myBoycotts: Screen = {
  name: 'my boycotts',
  isFor: 'members',
  prepare: async (page) => {
    for (const target of ['BP', 'General Electric']) {
      const { id } = await boycott(page.request, target)
      await page.request.post(`/api/boycotts/${id}/participation`)
    }
  },
  open: async (page) => {
    await page.goto(pages.myBoycotts)
    await page.getByLabel('Is this on my list?').fill('petroleum')
    await page.getByText('Yes, on your list: 1 boycott.').waitFor()
  },
}

const noOwnBoycotts: Screen = {
  name: 'my boycotts, none yet',
  isFor: 'members',
  open: async (page) => {
    await page.goto(pages.myBoycotts)
    await page.getByText('You have not joined a boycott yet.').waitFor()
  },
}

const accountMenu: Screen = {
  name: 'menu of the account, or on phones the menu with its links',
  isFor: 'members',
  isOpenedByWidth: true,
  open: async (page) => {
    await page.goto(pages.about)
    const account = page.getByRole('button', { name: /^member-/ })
    const menu = page.getByRole('button', { name: 'Menu' })
    await account.or(menu).first().waitFor()
    await ((await menu.isVisible()) ? menu : account).click()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
  },
}

const unsubscribe: Screen = {
  name: 'unsubscribe',
  open: async (page) => {
    await page.goto(`${pages.unsubscribe}?token=${'a'.repeat(43)}`)
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  },
}

const person: Screen = {
  name: 'a member',
  isFor: 'members',
  open: async (page) => {
    const { author } = await boycott(page.request, 'Montgomery City Lines')
    await page.goto(personPath(author?.username ?? ''))
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: /^Mute / }).waitFor()
  },
}

const commentsOfPerson: Screen = {
  name: 'comments of a member',
  open: async (page) => {
    const { id } = await boycott(page.request, 'Montgomery City Lines')
    const comments = await (await page.request.get(`/api/boycotts/${id}/comments`)).json()
    // Other journeys comment on it too.
    const text = 'Baton Rouge did it first'
    const { author } = comments.find(({ content }: { content: string }) => content.includes(text))
    await page.goto(`${personPath(author.username)}?tab=comments`)
    await page.getByRole('main').getByText(text).waitFor()
  },
}

const followableList: Screen = {
  name: 'a list that can be followed',
  isFor: 'members',
  open: async (page) => {
    await page.goto('/?category=product')
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: /^Follow / }).waitFor()
  },
}

const claim: Screen = {
  name: 'the proof of a business, with what to publish and the result of a check',
  isFor: 'members',
  open: async (page) => {
    await page.goto('/businesses/wells-fargo/claim')
    await page.getByRole('radio', { name: /^Email at the domain/ }).check()
    await page.getByLabel('Your address at the domain').waitFor()
    await page.getByRole('radio', { name: /^File on the website/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/was not found|did not respond/).waitFor()
  },
}

const officialResponse: Screen = {
  name: 'an official response',
  open: async (page) => {
    const { id } = await boycott(page.request, 'Dungeons & Dragons Open Game License change')
    await page.goto(boycottPath(id))
    await page.getByText('Verified: dndbeyond.com').waitFor()
  },
}

const replies: Screen = {
  name: 'representatives of businesses',
  isFor: 'admins',
  open: async (page) => {
    await page.goto(`${pages.adminReplies}?list=representatives`)
    await page
      .getByRole('button', { name: /^End the representation/ })
      .first()
      .waitFor()
  },
}

const notice: Screen = {
  name: 'notice of unlawful content, with missing fields marked',
  open: async (page) => {
    await page.goto(pages.notice)
    await page.getByRole('button', { name: 'Send notice' }).click()
    await page.getByRole('checkbox').and(page.locator('[aria-invalid]')).waitFor()
  },
}

const invalidNotice: Screen = {
  name: 'notice with an invalid link',
  problem: /status of 404/,
  open: async (page) => {
    await page.goto(`${pages.noticeStatus}#${'a'.repeat(43)}`)
    await page.getByText('This link is not valid or has expired.').waitFor()
  },
}

const noticeQueue: Screen = {
  name: 'admin: notices',
  isFor: 'admins',
  open: async (page) => {
    const { id } = await boycott(page.request, 'Montgomery City Lines')
    const origin = (await page.request.get('/ready')).url()
    const sent = await page.request.post('/api/notices', {
      data: {
        what: [new URL(boycottPath(id), origin).href],
        reasonCode: 'fraud',
        why: 'The screen needs a notice.',
        who: 'A screen',
        email: 'screen@journeys.example',
        goodFaith: true,
      },
    })
    expect(sent.ok(), await sent.text()).toBe(true)
    await page.goto(`${pages.admin}?kind=notices`)
    await page.getByRole('button', { name: 'Decline notice' }).first().waitFor()
  },
}

/** 120 characters, as long as a name may be. */
const longWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  .repeat(3)
  .slice(0, 120)

const proposeLongWords = async (page: Page): Promise<Submission> => {
  const link = `https://example.org/${longWord}`
  const data = { targetName: longWord, location: longWord, reasons: longWord, demand: longWord }
  const proposed = await page.request.post('/api/boycotts', { data: { ...data, sources: link } })
  expect(proposed.ok(), await proposed.text()).toBe(true)
  const submission = (await proposed.json()) as Submission
  const sent = await page.request.post(`/api/boycotts/${submission.id}/alternatives`, {
    data: { name: longWord, link },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  return submission
}

const longWords: readonly Screen[] = [
  {
    name: 'a boycott with names and texts of one long word',
    isFor: 'members',
    open: async (page) => {
      await page.goto(boycottPath((await proposeLongWords(page)).id))
      await page.getByText('Proposed', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Delete' }).waitFor()
    },
  },
  {
    name: 'a business with a name of one long word',
    isFor: 'members',
    open: async (page) => {
      await page.goto(businessPath((await proposeLongWords(page)).business.slug))
      await rows(page).first().waitFor()
    },
  },
  {
    name: 'the proof of a business with a name of one long word',
    isFor: 'members',
    open: async (page) => {
      await page.goto(claimPath((await proposeLongWords(page)).business.slug))
      await page.getByText(/^No website is recorded/).waitFor()
    },
  },
]

const alternatives: Screen = {
  name: 'alternatives, with the form',
  isFor: 'members',
  open: async (page) => {
    const { id } = await boycott(page.request, 'Montgomery City Lines')
    const name = `Walking ${crypto.randomUUID()}`
    const sent = await page.request.post(`/api/boycotts/${id}/alternatives`, { data: { name } })
    expect(sent.ok(), await sent.text()).toBe(true)
    await page.goto(boycottPath(id))
    const section = page.getByRole('region', { name: 'Alternatives', exact: true })
    await section.getByRole('listitem').first().waitFor()
    await section.getByRole('button', { name: 'Propose an alternative' }).click()
    await page.getByLabel('What to use instead').waitFor()
  },
}

export const screens: readonly Screen[] = [
  feed,
  detail,
  reply,
  history,
  sheet,
  submitWithDetails,
  refusedSubmit,
  placeSuggestions,
  places,
  country,
  signInByLink,
  signInByCode,
  flag,
  notification,
  settings,
  settingsOfVisitors,
  deletion,
  missing,
  ...information,
  tour,
  overlay,
  moderationLog,
  transparency,
  openData,
  search,
  searchWithoutResults,
  businesses,
  business,
  noNotifications,
  myBoycotts,
  noOwnBoycotts,
  accountMenu,
  followableList,
  person,
  commentsOfPerson,
  filledNotifications,
  flaggedComment,
  review,
  unsubscribe,
  claim,
  officialResponse,
  replies,
  impact,
  updateReport,
  businessTimeline,
  updates,
  webhooks,
  notice,
  invalidNotice,
  noticeQueue,
  alternatives,
  ...longWords,
  ...dashboard,
]

/** Signs in a user with the role that a screen needs. */
export type SignIns = Record<'signIn' | 'becomeAdmin', (page: Page) => Promise<unknown>> & {
  newMember: () => Promise<APIRequestContext>
}

/** Opens a screen as a user with the role that it needs. */
export const openScreen = async (
  page: Page,
  { isFor, prepare, open }: Screen,
  { signIn, becomeAdmin, newMember }: SignIns,
): Promise<void> => {
  if (isFor === 'members') await signIn(page)
  if (isFor === 'admins') await becomeAdmin(page)
  await prepare?.(page, newMember)
  await open(page)
}

/** Only on narrow screens. */
export const mobileMenu: Screen = {
  name: 'mobile menu',
  open: async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await dialog(page, 'Menu').waitFor()
  },
}
