import { escapeHtml } from '@answerable/service-kit/http/escape-html'

/** A feed of RFC 4287, or a page of one by RFC 5005. All addresses are absolute, and all times are in the form of RFC 3339. */
export type Feed = {
  /** The address of its first page. */
  self: string
  pages: {
    /** From 1. */
    current: number
    hasNext: boolean
  }
  title: string
  subtitle: string
  /** The page with the same content. */
  page: string
  /** The latest change without entries. */
  changedAt: string
  entries: readonly FeedEntry[]
}

export type FeedEntry = {
  /** Never changes. */
  id: string
  title: string
  page: string
  publishedAt: string
  /** The latest change of the text. */
  changedAt: string
  /** Null if the site itself is the author. */
  author: { name: string; page: string | null } | null
  text: string
  category?: { term: string; label: string } | undefined
}

/** The last page that readers can follow links to. The API has the rest. */
export const maxFeedPage = 10

export const atomType = 'application/atom+xml; charset=utf-8'

export const atomOf = (feed: Feed): string => {
  const { self, title, subtitle, page, changedAt, entries } = feed
  const updated = [changedAt, ...entries.map(updateOf)].reduce(later)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', self),
    element('title', title),
    element('subtitle', subtitle),
    element('updated', updated),
    `<author>${element('name', 'Answerable')}</author>`,
    ...pageLinksOf(feed),
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...entries.map(entryOf),
    '</feed>',
    '',
  ].join('\n')
}

const pageLinksOf = ({ self, pages: { current, hasNext } }: Feed): string[] => {
  const link = (rel: string, number: number): string => {
    const address = number === 1 ? self : `${self}?page=${number}`
    return `<link rel="${rel}" type="application/atom+xml" href="${escapeXml(address)}"/>`
  }
  return [
    link('self', current),
    ...(current > 1 ? [link('first', 1), link('previous', current - 1)] : []),
    ...(hasNext && current < maxFeedPage ? [link('next', current + 1)] : []),
  ]
}

const updateOf = ({ publishedAt, changedAt }: FeedEntry): string => later(publishedAt, changedAt)

const later = (one: string, other: string): string =>
  Date.parse(other) > Date.parse(one) ? other : one

const entryOf = (entry: FeedEntry): string => {
  const { id, title, page, publishedAt, author, text, category } = entry
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('published', publishedAt),
    element('updated', updateOf(entry)),
    ...(author === null ? [] : [authorOf(author)]),
    ...(category === undefined ? [] : [categoryOf(category)]),
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<content type="text">${escapeXml(text)}</content>`,
    '</entry>',
  ].join('\n')
}

const authorOf = ({ name, page }: NonNullable<FeedEntry['author']>): string =>
  `<author>${element('name', name)}${page === null ? '' : element('uri', page)}</author>`

const categoryOf = ({ term, label }: NonNullable<FeedEntry['category']>): string =>
  `<category term="${escapeXml(term)}" label="${escapeXml(label)}"/>`

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** Characters that an XML document must not contain (XML 1.0, 2.2), and controls that it should not. */
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

/** For texts and attributes. */
const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(notInXml, ''))
