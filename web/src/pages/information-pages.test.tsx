import { orderFeedPath } from '@answerable/contracts/feeds'
import { pages } from '@answerable/contracts/pages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ranked } from '../features/how-it-works/ranking-example.tsx'
import { fakeServer, leave, visit } from '../testing/site.tsx'

const nothingSet = { donateBitcoinAddress: null, contactEmail: null }
const feed = { 'GET /api/boycotts': () => ({ body: [] }) }

const open = async (path: string, information: object = nothingSet) => {
  fakeServer({ ...feed, 'GET /api/site': () => ({ body: information }) })
  visit({ path })
  return screen.findByRole('heading', { level: 1 })
}

const main = () => screen.getByRole('main')
const text = () => main().textContent ?? ''
const sectionTitles = () =>
  within(main())
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)

beforeEach(() => {
  document.head.innerHTML = '<meta name="description" content="">'
})
afterEach(leave)

const informationPages = [
  [pages.about, 'About · Answerable', 'About Answerable'],
  [pages.howItWorks, 'How it works · Answerable', 'How it works'],
  [pages.guidelines, 'Community guidelines · Answerable', 'Community guidelines'],
  [pages.privacy, 'Privacy policy · Answerable', 'Privacy policy'],
  [pages.terms, 'Terms of service · Answerable', 'Terms of service'],
  [pages.donate, 'Donate · Answerable', 'Donate'],
  [pages.roadmap, 'Roadmap · Answerable', 'Roadmap'],
] as const

test.each(informationPages)('%s has its own title and description', async (path, title) => {
  await open(path)
  await waitFor(() => expect(document.title).toBe(title))
  const description = () =>
    document.querySelector('meta[name="description"]')?.getAttribute('content')
  await waitFor(() => expect(description()?.length).toBeGreaterThan(40))
})

test('a page without its own description has the site’s', async () => {
  await open('/nowhere')
  await waitFor(() =>
    expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(
      'Community-driven business accountability platform',
    ),
  )
})

test.each(informationPages)('%s has its headings in order', async (path, _title, heading) => {
  expect((await open(path)).textContent).toBe(heading)
  const levels = within(main())
    .getAllByRole('heading')
    .map((one) => Number(one.tagName.slice(1)))
  expect(levels[0]).toBe(1)
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.reduce((before, level) => {
    expect(level - before).toBeLessThanOrEqual(1)
    return level
  })
})

test.each(informationPages)(
  'every link on %s leads to an existing page and section',
  async (path) => {
    await open(path)
    const hrefs = Array.from(document.querySelectorAll('a[href^="/"]'), (link) =>
      String(link.getAttribute('href')),
    )
    const known: readonly string[] = [...Object.values(pages), orderFeedPath('new')]
    for (const href of hrefs) expect(known, href).toContain(href.split('#')[0])
    const places = hrefs.filter((href) => href.includes('#'))
    for (const place of new Set(places)) {
      leave()
      const [page, id] = place.split('#')
      await open(String(page))
      expect(document.getElementById(String(id)), place).not.toBe(null)
    }
  },
)

test('the footer links About, Guidelines, Roadmap, Privacy, Terms and Donate', async () => {
  await open('/nowhere')
  const links = within(screen.getByRole('navigation', { name: 'Footer' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    expect.arrayContaining([
      ['About', '/about'],
      ['Guidelines', '/guidelines'],
      ['Roadmap', '/roadmap'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Donate', '/donate'],
    ]),
  )
})

test('the menu holds the links of the header, and Guidelines, Privacy and Terms', async () => {
  await open('/nowhere')
  const labels = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  const inHeader = labels('Main')
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  expect(labels('Menu')).toEqual(
    expect.arrayContaining([...inHeader, 'Guidelines', 'Privacy', 'Terms']),
  )
  const menu = screen.getByRole('navigation', { name: 'Menu' })
  fireEvent.click(within(menu).getByRole('link', { name: 'Terms' }))
  await screen.findByRole('heading', { level: 1, name: 'Terms of service' })
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBe(null)
})

test('/about explains mission, how it works, standards, independence and contact', async () => {
  await open(pages.about, { ...nothingSet, contactEmail: 'team@answerable.example' })
  expect(sectionTitles()).toEqual([
    'Mission',
    'How it works',
    'Standards',
    'Independence',
    'Contact',
  ])
  for (const fact of [
    'Community-driven business accountability platform',
    'Promoting ethical consumption and consumer advocacy',
    'Its score is its upvotes minus its downvotes.',
    'Flags trigger administrator review.',
    'free and ad-free',
    'donations are accepted',
    'You must be 13 or older',
    'independent and non-partisan',
  ]) {
    expect(text()).toContain(fact)
  }
  const link = await screen.findByRole('link', { name: 'team@answerable.example' })
  expect(link.getAttribute('href')).toBe('mailto:team@answerable.example')
})

test('without a contact address pages show a note', async () => {
  await open(pages.about)
  await screen.findByText('This site has no contact address yet.')
})

test('/how-it-works has three steps, features, voting, ranking, and what to do and avoid', async () => {
  await open(pages.howItWorks)
  expect(sectionTitles()).toEqual([
    'On this page',
    'Three steps',
    'Key features',
    'Voting',
    'Ranking',
    'Flags',
    'Do and avoid',
  ])
  const headings = within(main()).getAllByRole('heading', { level: 3 })
  expect(headings.map((one) => one.textContent)).toEqual([
    'Submit',
    'Vote and discuss',
    'Review',
    'Super boost',
    'Do',
    'Avoid',
  ])
  expect(text()).toContain('Score equals upvotes minus downvotes.')
  const hrefs = (name: string) => within(main()).getByRole('link', { name }).getAttribute('href')
  expect(hrefs('Submit a boycott')).toBe('/submit')
  expect(hrefs('Browse boycotts')).toBe('/')
})

test('the example of the ranking is what the formula gives', () => {
  const rows = ranked()
  for (const { score, ageHours, forVotes, forAge } of rows) {
    const expected = Math.sign(score) * Math.log10(Math.max(Math.abs(score), 1)) - ageHours / 22
    expect(forVotes + forAge).toBeCloseTo(expected, 9)
  }
  const values = rows.map(({ forVotes, forAge }) => forVotes + forAge)
  expect(values).toEqual(values.toSorted((one, other) => other - one))
})

test("'Show the tour again' removes both flags and navigates to the list, where the tour opens", async () => {
  localStorage.setItem('onboarding-completed', 'true')
  localStorage.setItem('answerable-onboarding-completed', 'true')
  await open(pages.howItWorks)
  fireEvent.click(screen.getByRole('button', { name: 'Show the tour again' }))
  expect(localStorage.getItem('onboarding-completed')).toBe(null)
  expect(localStorage.getItem('answerable-onboarding-completed')).toBe(null)
  await screen.findByText('No submissions found.')
})

test.each([pages.privacy, pages.terms])('%s was last updated January 2025', async (path) => {
  await open(path)
  expect(screen.getByText('Last updated January 2025')).toBeTruthy()
  expect(text()).toContain('You must be 13 or older')
})

test('the page scrolls to the section in the address', async () => {
  await open(`${pages.privacy}#in-your-browser`)
  expect(document.activeElement?.id).toBe('in-your-browser')
})

test('a link to a section of another page moves the focus there', async () => {
  await open(pages.about)
  fireEvent.click(screen.getByRole('link', { name: 'ranking formula' }))
  await screen.findByRole('heading', { level: 1, name: 'How it works' })
  await waitFor(() => expect(document.activeElement?.id).toBe('ranking'))
})

test('/roadmap plans five features from Q1 to Q4 2026', async () => {
  await open(pages.roadmap)
  expect(sectionTitles()).toEqual(['Q1 2026', 'Q2 2026', 'Q3 2026', 'Q4 2026'])
  const features = within(main()).getAllByRole('heading', { level: 3 })
  expect(features.map((one) => one.textContent)).toEqual([
    'Business directory',
    'Enhanced search',
    'Location integration',
    'Community features',
    'Impact measurement',
  ])
  const delivered = within(main()).getAllByText(/^Delivered:/)
  expect(delivered.map((one) => one.textContent)).toEqual([
    'Delivered: Businesses',
    'Delivered: Search',
    'Delivered: Places',
    'Delivered: Notifications',
    'Delivered: Impact',
  ])
})
