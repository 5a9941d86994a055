import { pages } from '@answerable/contracts/pages'
import type { PrerenderInput } from '@answerable/contracts/prerender'
import { pathOf } from '@answerable/contracts/route'
import { picturePath, pictureSize, readEmbed, sitePicturePath } from '@answerable/contracts/share'
import { matchPath } from 'react-router-dom'
import { feedOfPage } from '../layout/feed-of-page.ts'
import type { DocumentHead } from '../layout/page-title.tsx'
import { structuredDataOf } from './structured-data.ts'

/** The elements of the head for search engines and other sites, except title and description. */
export const headElements = (
  { title, description, address }: DocumentHead,
  page: PrerenderInput,
): string => {
  const { origin, path, search } = page
  const feed = feedOfPage(path, search)
  const url = `${origin}${address}`
  const name = title.replace(/ · Answerable$/, '')
  const boycottId = matchPath(pages.boycott, path)?.params.id
  const properties = {
    'og:site_name': 'Answerable',
    'og:type': 'website',
    'og:title': name,
    'og:description': oneLine(description),
    'og:url': url,
    'og:image': `${origin}${boycottId === undefined ? sitePicturePath : picturePath(boycottId)}`,
    'og:image:type': 'image/png',
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
    'og:image:alt': boycottId === undefined ? 'Answerable' : `${name}, a boycott on Answerable`,
  }
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" data-page />`,
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" data-page />`,
    ),
    `<link rel="alternate" type="application/atom+xml" title="Answerable: ${escapeHtml(feed.title)}" href="${escapeHtml(feed.path)}" data-page />`,
    ...oembedLink(page),
    '<meta name="twitter:card" content="summary_large_image" data-page />',
    dataElement(structuredDataOf({ title, description: oneLine(description), url }, page)),
  ].join('')
}

/** Links the oEmbed description of a boycott. */
const oembedLink = ({ path, origin }: PrerenderInput): string[] => {
  if (matchPath(pages.boycott, path) === null) return []
  const address = pathOf(readEmbed, { query: { url: `${origin}${path}` } })
  return [
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(origin + address)}" data-page />`,
  ]
}

/** The element is not executable, so the content security policy allows it. */
const dataElement = (data: object): string => {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/ld+json" data-page>${json}</script>`
}

/** Without line breaks, and without half of a character that was cut. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').toWellFormed()

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character as keyof typeof entities])
