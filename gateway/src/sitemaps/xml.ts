import { boycottPath, businessPath, countryPath, pages } from '@answerable/contracts/pages'
import type { countPlaces } from '@answerable/contracts/places'
import type { RouteResponse } from '@answerable/contracts/route'
import {
  maxSitemapEntries,
  type SitemapEntry,
  type SitemapKind,
  type SitemapPart,
  sitemapPartPath,
} from '@answerable/contracts/sitemaps'

/** The sitemap of pages that are not of one boycott or business. */
export const pagesSitemapPath = '/sitemaps/pages.xml'

const plainPages = [
  pages.home,
  pages.businesses,
  pages.places,
  pages.impact,
  pages.moderationLog,
  pages.transparency,
  pages.openData,
  pages.submit,
  pages.about,
  pages.howItWorks,
  pages.guidelines,
  pages.roadmap,
  pages.donate,
  pages.privacy,
  pages.terms,
  pages.notice,
]

/** The index of all sitemaps (https://www.sitemaps.org/protocol.html). */
export const sitemapIndex = (parts: readonly SitemapPart[], origin: string): string => {
  const paths = [pagesSitemapPath, ...parts.map(({ kind, part }) => sitemapPartPath(kind, part))]
  return documentOf(
    'sitemapindex',
    paths.slice(-maxSitemapEntries).map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`),
  )
}

export const pagesSitemap = (counts: RouteResponse<typeof countPlaces>, origin: string): string =>
  urlSet(
    [...plainPages, ...counts.map(({ country }) => countryPath(country))].map((path) => ({
      path,
      changedAt: null,
    })),
    origin,
  )

const pathOf = { boycotts: boycottPath, businesses: businessPath } as const

export const sitemapOf = (
  kind: SitemapKind,
  entries: readonly SitemapEntry[],
  origin: string,
): string =>
  urlSet(
    entries.map(({ name, changedAt }) => ({ path: pathOf[kind](name), changedAt })),
    origin,
  )

/** Addresses need no escaping: ids are letters and digits, and slugs are percent-encoded. */
const urlSet = (
  urls: readonly { path: string; changedAt: string | null }[],
  origin: string,
): string =>
  documentOf(
    'urlset',
    urls.map(({ path, changedAt }) => {
      const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
      return `<url><loc>${origin}${path}</loc>${changed}</url>`
    }),
  )

const documentOf = (root: 'sitemapindex' | 'urlset', elements: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...elements,
    `</${root}>`,
    '',
  ].join('\n')
