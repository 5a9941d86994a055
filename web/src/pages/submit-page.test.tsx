import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, visit } from '../testing/site.tsx'
import { aSubmission } from '../testing/submissions.ts'

afterEach(leave)

const path = '/api/boycotts'
const feed = { 'GET /api/boycotts': () => ({ body: [] }) }
const agreement =
  'I agree to the community guidelines and confirm that the information provided is accurate to the best of my knowledge.'

const fill = async () => {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Target name')
  type('Target name', 'Nestlé')
  type('Location', 'Vevey, Switzerland')
  type('Category (optional)', 'food-beverage')
  type('Reasons', 'Marketing of infant formula.')
  fireEvent.click(screen.getByLabelText(agreement))
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Submit boycott' }))

test('a visitor is asked to log in', async () => {
  fakeServer(feed)
  visit({ path: '/submit' })
  await screen.findByText('Login Required')
  expect(screen.getByText('You must be logged in to submit a boycott.')).toBeTruthy()
  fireEvent.click(screen.getByText('Back to Home'))
  await screen.findByText('No submissions found.')
})

test('the typed fields are sent with their own idempotency key', async () => {
  const answered = Promise.withResolvers<void>()
  const server = fakeServer({
    ...feed,
    [`POST ${path}`]: async () => {
      await answered.promise
      return { status: 201, body: aSubmission() }
    },
  })
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  send()
  const waiting = await screen.findByRole('button', { name: 'Submitting...' })
  expect(waiting).toHaveProperty('disabled', true)
  answered.resolve()
  await screen.findByText('Submission created')
  await screen.findByText('No submissions found.')
  const [sent] = server.sent('POST', path)
  expect(sent?.body).toEqual({
    targetName: 'Nestlé',
    location: 'Vevey, Switzerland',
    category: 'food-beverage',
    reasons: 'Marketing of infant formula.',
  })
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

test('nothing is sent while required fields are missing', async () => {
  const server = fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  await screen.findByLabelText('Target name')
  send()
  expect(screen.getAllByText('This field is required.')).toHaveLength(3)
  expect(screen.getByText('Check this box to submit.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Target name'))
  expect(server.sent('POST', path)).toHaveLength(0)
})

test('a rejected submission keeps its text and key, and marks the wrong field', async () => {
  const server = fakeServer({
    ...feed,
    [`POST ${path}`]: () =>
      refusal(400, 'invalid_request', 'Please check what you entered and try again.', {
        location: 'Please use at most 120 characters.',
      }),
  })
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  send()
  await screen.findByText('Please check what you entered and try again.')
  expect(screen.getByText('Please use at most 120 characters.')).toBeTruthy()
  expect(screen.getByLabelText('Location').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Reasons')).toHaveProperty('value', 'Marketing of infant formula.')
  send()
  await waitFor(() => expect(server.sent('POST', path)).toHaveLength(2))
  const [first, second] = server.sent('POST', path)
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
})

test('a key that was used for other text is replaced', async () => {
  const server = fakeServer({
    ...feed,
    [`POST ${path}`]: () => refusal(422, 'idempotency_mismatch', 'Please send it again.'),
  })
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  send()
  await screen.findByText('Please send it again.')
  send()
  await waitFor(() => expect(server.sent('POST', path)).toHaveLength(2))
  const [first, second] = server.sent('POST', path)
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
})

test('typed text remains after leaving the page', async () => {
  fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  const kept = { ...localStorage }
  leave()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
  fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  expect(await screen.findByLabelText('Reasons')).toHaveProperty(
    'value',
    'Marketing of infant formula.',
  )
})

test('near its limit a field shows the remaining length', async () => {
  fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  const target = await screen.findByLabelText('Target name')
  fireEvent.change(target, { target: { value: 'x'.repeat(95) } })
  expect(screen.queryByText(/characters left/)).toBe(null)
  fireEvent.change(target, { target: { value: 'x'.repeat(100) } })
  expect(screen.getByText('20 characters left')).toBeTruthy()
  fireEvent.change(target, { target: { value: 'x'.repeat(121) } })
  expect(screen.getByText('1 character too many')).toBeTruthy()
})

test('a preview of the sources is shown while typing', async () => {
  fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  const sources = await screen.findByLabelText('Sources (optional)')
  const write = (value: string) => fireEvent.change(sources, { target: { value } })
  const preview = () => screen.queryByRole('region', { name: 'Preview of the sources' })
  expect(preview()).toBe(null)
  write('a report I read')
  expect(preview()?.textContent).toContain('No link found yet.')
  write('https://example.org/report and https://youtu.be/dQw4w9WgXcQ')
  expect(preview()?.textContent).toContain('YouTube shown as embedded media')
  expect(
    screen.getByRole('link', { name: 'https://example.org/report' }).getAttribute('rel'),
  ).toContain('nofollow')
  write('javascript:alert(1)')
  expect(preview()?.querySelector('a')).toBe(null)
})

test('each link in the sources has details, which are sent with it; wrong ones are marked', async () => {
  let responses = 0
  const server = fakeServer({
    ...feed,
    [`POST ${path}`]: () => {
      responses += 1
      return responses === 1
        ? refusal(400, 'invalid_request', 'Please check what you entered and try again.', {
            'sourceDetails.1.archive': 'Enter an address that begins with http:// or https://.',
          })
        : { status: 201, body: aSubmission() }
    },
  })
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  expect(screen.queryByText('Details of each link (optional)')).toBe(null)
  const sources = screen.getByLabelText('Sources (optional)')
  const [first, second] = ['https://a.example/1', 'https://b.example/2_(x)']
  fireEvent.change(sources, { target: { value: `${first}, https://c.example/ (${second})` } })
  const describe = (address: string, details: Record<string, string>) => {
    const link = within(
      screen.getByText(address, { selector: 'li > p' }).parentElement as HTMLElement,
    )
    fireEvent.click(link.getByRole('button'))
    for (const [label, value] of Object.entries(details)) {
      fireEvent.change(link.getByLabelText(`${label} (optional)`), { target: { value } })
    }
  }
  describe(first, { Title: 'The verdict', Kind: 'court' })
  describe(second, { 'Address of an archived copy': 'nowhere' })
  // A link that is no longer in the text has none.
  describe('https://c.example/', { Title: 'Not sent' })
  fireEvent.change(sources, { target: { value: `${first} (${second})` } })
  send()
  await screen.findByText('These details need a change.')
  const archives = screen.getAllByLabelText('Address of an archived copy (optional)')
  expect(archives.map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  fireEvent.change(archives[1] as HTMLElement, { target: { value: 'https://archive.example/2' } })
  expect(screen.queryByText('These details need a change.')).toBe(null)
  send()
  await screen.findByText('Submission created')
  const nothing = { title: null, publisher: null, kind: null, shows: null, archive: null }
  expect(server.sent('POST', path).at(-1)?.body).toMatchObject({
    sourceDetails: [
      { ...nothing, address: first, title: 'The verdict', kind: 'court' },
      { ...nothing, address: second, archive: 'https://archive.example/2' },
    ],
  })
})

test('details that are too long together are marked before they are sent, and nothing is lost', async () => {
  const server = fakeServer({
    ...feed,
    [`POST ${path}`]: () => ({ status: 201, body: aSubmission() }),
  })
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  const links = Array.from({ length: 18 }, (_, index) => `https://example.org/${index}`)
  fireEvent.change(screen.getByLabelText('Sources (optional)'), {
    target: { value: links.join('\n') },
  })
  for (const button of screen.getAllByRole('button', { name: /^Add details of/ })) {
    fireEvent.click(button)
  }
  const write = (label: string, value: string, count = links.length) => {
    for (const field of screen.getAllByLabelText(label).slice(0, count)) {
      fireEvent.change(field, { target: { value } })
    }
  }
  for (const label of ['Title (optional)', 'What it shows (optional)'])
    write(label, '語'.repeat(300))
  send()
  const problem = await screen.findByText(/^These details are too long together\. Shorten them/)
  expect(document.activeElement).toBe(problem)
  const details = screen.getByRole('group', { name: 'Details of each link (optional)' })
  expect(details.contains(problem)).toBe(true)
  expect(server.sent('POST', path)).toEqual([])
  expect(screen.getByLabelText('Target name')).toHaveProperty('value', 'Nestlé')
  write('Title (optional)', 'A title', 5)
  expect(screen.queryByText(/too long together/)).toBe(null)
  send()
  await screen.findByText('Submission created')
})

test('details of links remain after leaving the page', async () => {
  fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  await fill()
  const value = 'https://a.example/1'
  fireEvent.change(screen.getByLabelText('Sources (optional)'), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: `Add details of ${value}` }))
  fireEvent.change(screen.getByLabelText('Title (optional)'), { target: { value: 'The verdict' } })
  const kept = { ...localStorage }
  leave()
  for (const [key, stored] of Object.entries(kept)) localStorage.setItem(key, String(stored))
  fakeServer(feed)
  visit({ path: '/submit', isSignedIn: true })
  await screen.findByRole('button', { name: `Edit details of ${value}` })
  expect(screen.getByText('The verdict')).toBeTruthy()
})
