import { pages } from '@answerable/contracts/pages'
import { readEmbed } from '@answerable/contracts/share'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

let site: TestGateway
const origin = 'https://answerable.example'
const submission = {
  id: 'a1B2c3D4',
  targetName: 'Acme <& "Sons">',
  reasons: 'It **sells** anvils.</p><script>alert(1)</script>',
  location: 'Lyon, France',
  status: 'active',
  score: 1234,
  participantCount: 1,
  author: { username: 'quiet-heron' },
}

beforeAll(async () => {
  site = await startTestGateway({ PUBLIC_ORIGIN: origin })
})
afterAll(() => site.stop())
beforeEach(() => site.catalog.replyWith(shared(submission)))

const embed = (headers: Record<string, string> = {}, id = submission.id) =>
  site.request({ path: `/embed/${id}`, headers })
const oembed = (query: Record<string, string>) =>
  site.request({ path: `${readEmbed.path}?${new URLSearchParams(query)}` })
const page = `${origin}/boycott/${submission.id}`

test('other sites may frame the embedded boycott and no other page', async () => {
  const { headers } = await embed()
  expect(headers['content-security-policy']).toContain('frame-ancestors *')
  expect(headers['x-frame-options']).toBeUndefined()
  expect(headers['x-robots-tag']).toBe('noindex')
  const paths = [...Object.values(pages), '/nowhere', '/api/site', '/feeds/new.atom', '/robots.txt']
  for (const path of paths) {
    const { headers } = await site.request({ path: path.replace(/:\w+/, submission.id) })
    expect({ path, ...headers }).toMatchObject({ path, 'x-frame-options': 'DENY' })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('the embedded boycott is the same with and without a session, and sets no cookie', async () => {
  const before = site.auth.received.length
  const visitor = await embed()
  const member = await embed({ cookie: `sid=something; ${sessionHintCookie}=1` })
  expect(member.text).toBe(visitor.text)
  expect(member.headers['set-cookie']).toBeUndefined()
  expect(site.auth.received.length).toBe(before)
})

test('the embedded boycott is small, has no script, and shows the texts of members as text', async () => {
  const { text, headers } = await embed()
  expect(Buffer.byteLength(text)).toBeLessThan(5_000)
  expect(text).not.toContain('<script')
  expect(headers['content-security-policy']).not.toContain('script-src')
  expect(text).toContain('Acme &lt;&amp; &quot;Sons&quot;&gt;')
  expect(text).toContain('It sells anvils.&lt;/p&gt;')
  expect(text).toContain('1 person takes part')
})

test('a missing, removed or impossible boycott reveals nothing', async () => {
  site.catalog.replyWith(json(404, { error: { code: 'submission_not_found' } }))
  const gone = await embed({}, 'e5F6g7H8')
  expect(gone.status).toBe(404)
  expect(gone.headers['content-security-policy']).toContain('frame-ancestors *')
  expect(await embed({}, 'short')).toMatchObject({ status: 404, text: gone.text })
  expect(await oembed({ url: `${origin}/boycott/e5F6g7H8` })).toMatchObject({ status: 404 })
})

test('oEmbed describes the page of a boycott by the contract, within the wanted size', async () => {
  const { status, body } = await oembed({ url: page, maxwidth: '300', format: 'json' })
  expect(status).toBe(200)
  const described = readEmbed.response.parse(body)
  expect(described).toMatchObject({
    ...{ version: '1.0', type: 'rich', title: submission.targetName, width: 300, height: 240 },
    ...{ author_name: 'quiet-heron', author_url: `${origin}/people/quiet-heron` },
  })
  expect(described.html).toContain(`<iframe src="${origin}/embed/${submission.id}" width="300"`)
  expect(described.html).toContain('title="Acme &lt;&amp; &quot;Sons&quot;&gt; on Answerable"')
})

test('oEmbed refuses addresses of other pages and sites, and other formats', async () => {
  for (const url of [
    `${origin}/about`,
    `https://evil.example/boycott/${submission.id}`,
    'x',
    `${page}/history`,
  ])
    expect(await oembed({ url })).toMatchObject({ status: 404 })
  expect(await oembed({ url: page, format: 'xml' })).toMatchObject({ status: 400 })
  expect(await oembed({})).toMatchObject({ status: 400 })
})

test('a merged boycott shows the remaining one', async () => {
  site.catalog.replyWith((received, response, request) => {
    const isMerged = received.url.endsWith('/m1M2m3M4')
    const moved = json(301, {}, { location: `/api/boycotts/${submission.id}` })
    return (isMerged ? moved : shared(submission))(received, response, request)
  })
  expect((await embed({}, 'm1M2m3M4')).text).toContain(`href="${page}"`)
})
