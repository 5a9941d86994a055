import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { atomOf, type Feed, type FeedEntry, maxFeedPage } from './atom.ts'

const at = '2026-11-20T08:00:00.000Z'
const later = '2026-11-21T08:00:00.000Z'
const entry: FeedEntry = {
  id: 'https://answerable.example/boycott/a1B2c3D4',
  title: 'Acme',
  page: 'https://answerable.example/boycott/a1B2c3D4',
  publishedAt: at,
  changedAt: at,
  author: { name: 'quiet-heron', page: 'https://answerable.example/people/quiet-heron' },
  text: 'It sells anvils.',
  category: { term: 'brand', label: 'Brand' },
}
const feed: Feed = {
  self: 'https://answerable.example/feeds/new.atom',
  title: 'Answerable: newest boycotts',
  subtitle: 'Proposed boycotts',
  page: 'https://answerable.example/?sort=new&category=brand',
  changedAt: '1970-01-01T00:00:00.000Z',
  pages: { current: 1, hasNext: false },
  entries: [],
}

const problemsOf = async (...documents: readonly string[]) => {
  const schema = await readFile(join(import.meta.dirname, 'atom.rng'), 'utf8')
  const { errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.atom`, contents })),
    schema: [{ fileName: 'atom.rng', contents: schema }],
    extension: 'relaxng',
  })
  return errors.map(({ rawMessage }) => rawMessage)
}

test('feeds are valid by the schema of RFC 4287', async () => {
  const { category: _, ...bare } = entry
  expect(
    await problemsOf(
      atomOf(feed),
      atomOf({ ...feed, entries: [entry, { ...bare, author: null }] }),
      atomOf({ ...feed, entries: [{ ...entry, author: { name: 'Unknown', page: null } }] }),
      atomOf({ ...feed, pages: { current: 1, hasNext: true }, entries: [entry] }),
      atomOf({ ...feed, pages: { current: 2, hasNext: true }, entries: [entry] }),
    ),
  ).toEqual([])
})

test('the schema refuses a feed without a required element', async () => {
  for (const name of ['id', 'title', 'updated', 'author']) {
    const broken = atomOf({ ...feed, entries: [entry] }).replaceAll(`${name}>`, `${name}x>`)
    expect(await problemsOf(broken)).not.toEqual([])
  }
})

test('pages are linked by RFC 5005, and share the id of the feed', () => {
  const linksOf = (current: number, hasNext: boolean) => {
    const xml = atomOf({ ...feed, pages: { current, hasNext } })
    expect(xml).toContain(`<id>${feed.self}</id>`)
    const links = xml.matchAll(/<link rel="(\w+)" type="application\/atom\+xml" href="(.*?)"/g)
    return Object.fromEntries([...links].map(([, rel, href]) => [rel, href]))
  }
  const page = (number: number) => `${feed.self}?page=${number}`
  expect(linksOf(1, false)).toEqual({ self: feed.self })
  expect(linksOf(1, true)).toEqual({ self: feed.self, next: page(2) })
  expect(linksOf(2, true)).toEqual({
    ...{ self: page(2), first: feed.self, previous: feed.self, next: page(3) },
  })
  expect(linksOf(3, false)).toEqual({ self: page(3), first: feed.self, previous: page(2) })
  expect(linksOf(maxFeedPage, true)).not.toHaveProperty('next')
})

test('every text of members is valid in a feed and stays text', async () => {
  const hostile = '</content><script>alert(1)</script>]]>&amp; "\'\u0000\u0008\u001b\ufffe\ud800'
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), 200)
  const entries = [hostile, ...texts].map((text) => ({
    ...entry,
    title: text,
    text,
    author: { name: text, page: null },
    category: { term: text, label: text },
  }))
  const xml = atomOf({ ...feed, title: hostile, subtitle: hostile, entries })
  expect(await problemsOf(xml)).toEqual([])
  expect(xml).not.toContain('<script>')
})

test('a feed was updated when its latest entry was, an entry not before it was published', () => {
  const updated = (xml: string) => [...xml.matchAll(/<updated>(.*)<\/updated>/g)].map(([, t]) => t)
  const entries = [entry, { ...entry, publishedAt: later, changedAt: at }]
  expect(updated(atomOf({ ...feed, entries }))).toEqual([later, at, later])
  expect(updated(atomOf({ ...feed, entries: [] }))).toEqual([feed.changedAt])
})
