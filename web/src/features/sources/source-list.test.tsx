import type { LinkState } from '@answerable/contracts/links'
import type { Source } from '@answerable/contracts/sources'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, refusal, user, visit } from '../../testing/site.tsx'
import { aSubmission } from '../../testing/submissions.ts'

afterEach(leave)

const aSource = (address: string, given: Partial<Source> = {}): Source => ({
  id: address.replace(/\W/g, '-'),
  address,
  title: null,
  publisher: null,
  kind: null,
  shows: null,
  archive: null,
  check: null,
  archiveCheck: null,
  editedAt: null,
  ...given,
})
const checked = (state: LinkState, title: string | null = null): Source['check'] => ({
  state,
  title,
  checkedAt: new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString(),
})

const open = (sources: readonly Source[], isSignedIn = false, text?: string) => {
  const submission = aSubmission({
    sources: text ?? sources.map(({ address }) => address).join('\n'),
    author: { username: user.username },
  })
  const path = `/api/boycotts/${submission.id}`
  const [first] = sources
  const server = fakeServer({
    [`GET ${path}`]: () => ({ body: submission }),
    [`GET ${path}/comments`]: () => ({ body: [] }),
    [`GET ${path}/sources`]: () => ({ body: sources }),
    [`PUT ${path}/sources/${first?.id}`]: ({ body }) =>
      (body as Source).archive === 'nowhere'
        ? refusal(400, 'invalid_request', 'Please check.', { archive: 'Enter an address.' })
        : { body: { ...first, ...(body as object), editedAt: new Date().toISOString() } },
  })
  visit({ path: `/boycott/${submission.id}`, isSignedIn })
  return { ...server, path }
}

test('each link has its state and date in words, and what the author says', async () => {
  open([
    aSource('https://a.example/1', {
      title: 'The report',
      publisher: 'The A',
      kind: 'news',
      shows: 'The contract.',
      check: checked('works'),
    }),
    aSource('https://b.example/2', { check: checked('changed', 'Found title') }),
    aSource('https://c.example/3', { check: checked('gone') }),
    aSource('https://d.example/4'),
    aSource('https://e.example:8443/5'),
  ])
  await screen.findByText('The contract.')
  const rows = screen.getAllByRole('listitem').filter((row) => within(row).queryByText(/hecked/))
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'The reporta.exampleThe contract.News · The AWorks, checked 3 days ago',
    'Found titleb.exampleChanged since the first check, checked 3 days ago',
    'https://c.example/3Gone, checked 3 days ago',
    'https://d.example/4Not yet checked',
    'https://e.example:8443/5Cannot be checked',
  ])
  expect(screen.queryByText('Evidence needed.')).toBe(null)
})

test('when all links are gone, evidence is needed, unless a copy can be read', async () => {
  const gone = aSource('https://a.example/1', { check: checked('gone') })
  open([gone])
  await screen.findByText('Evidence needed.')
  leave()
  const archive = 'https://archive.example/1'
  open([gone, { ...gone, id: 'b', archive, archiveCheck: checked('works') }])
  await screen.findByText('Archived copy')
  expect(screen.queryByText('Evidence needed.')).toBe(null)
})

test('the author describes a link; an error leaves the form open', async () => {
  const { sent, path } = open([aSource('https://a.example/1')], true, 'See https://a.example/1')
  fireEvent.click(await screen.findByRole('button', { name: /^Add details of/ }))
  const archive = await screen.findByLabelText('Address of an archived copy (optional)')
  fireEvent.change(archive, { target: { value: 'nowhere' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }))
  await screen.findByText('Enter an address.')
  fireEvent.change(archive, { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Publisher (optional)'), { target: { value: 'The A' } })
  fireEvent.change(screen.getByLabelText('Kind (optional)'), { target: { value: 'court' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }))
  await screen.findByText('Court or regulator · The A')
  expect(screen.queryByRole('button', { name: 'Save details' })).toBe(null)
  expect(sent('PUT', `${path}/sources/https---a-example-1`).at(-1)?.body).toEqual({
    title: null,
    publisher: 'The A',
    kind: 'court',
    shows: null,
    archive: null,
  })
})

test('others cannot describe links, and a failed fetch leaves plain links', async () => {
  const submission = aSubmission({ sources: 'https://a.example/1', author: null })
  fakeServer({
    [`GET /api/boycotts/${submission.id}`]: () => ({ body: submission }),
    [`GET /api/boycotts/${submission.id}/comments`]: () => ({ body: [] }),
    [`GET /api/boycotts/${submission.id}/sources`]: () => ({ status: 500 }),
  })
  visit({ path: `/boycott/${submission.id}`, isSignedIn: true })
  const link = await screen.findByRole('link', { name: 'https://a.example/1' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(screen.queryByText('Not yet checked')).toBe(null)
  expect(screen.queryByRole('button', { name: /details of/ })).toBe(null)
})

test('the history shows each version of the details of a link', async () => {
  const described = aSource('https://a.example/1', {
    title: 'The verdict',
    kind: 'court',
    editedAt: new Date(Date.now() - 3_600_000).toISOString(),
  })
  const { path } = open([described, aSource('https://b.example/2')])
  const history = await screen.findByRole('link', { name: 'History of the details' })
  expect(history.getAttribute('href')).toBe(`${path.replace('/api/boycotts', '/boycott')}/history`)
  leave()
  const version = { title: null, publisher: null, kind: null, shows: null, archive: null }
  const createdAt = new Date(Date.now() - 7_200_000).toISOString()
  let failures = 0
  fakeServer({
    [`GET ${path}/versions`]: () => ({ body: [] }),
    [`GET ${path}/sources`]: () => ({ body: [described, aSource('https://b.example/2')] }),
    [`GET ${path}/sources/${described.id}/versions`]: () => {
      failures += 1
      if (failures === 1) return { status: 400 }
      const current = { ...version, title: 'The verdict', kind: 'court' }
      const former = { ...version, title: 'The report', kind: 'news' }
      return {
        body: [
          { ...current, createdAt: described.editedAt },
          { ...former, createdAt },
        ],
      }
    },
  })
  visit({ path: `${path.replace('/api/boycotts', '/boycott')}/history` })
  const section = within(await screen.findByRole('region', { name: 'Details of the sources' }))
  expect(section.queryByText('https://b.example/2')).toBe(null)
  fireEvent.click(section.getByRole('button', { name: /^Show versions of the details of / }))
  fireEvent.click(await section.findByRole('button', { name: 'Try again' }))
  const versions = await section.findByRole('list', { name: /^Versions of the details of / })
  expect(
    within(versions)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Changed 1 hour agoTitleThe [removed: report][added: verdict]Kind[removed: News][added: Court or regulator]',
    'Written 2 hours agoTitleThe reportKindNews',
  ])
})
