import type { BusinessDetail } from '@answerable/contracts/businesses'
import { countryName } from '@answerable/contracts/countries'
import { businessPath, pages, personPath } from '@answerable/contracts/pages'
import type { PrerenderInput } from '@answerable/contracts/prerender'
import type { Submission } from '@answerable/contracts/submissions'
import { withoutMarks } from '@answerable/contracts/without-marks'
import { matchPath } from 'react-router-dom'

type Described = { title: string; description: string; url: string }
type Page = Pick<PrerenderInput, 'path' | 'responses' | 'origin'>

/** The page in the vocabulary of schema.org. */
export const structuredDataOf = (described: Described, page: Page): object => ({
  '@context': 'https://schema.org',
  '@graph': thingsOf(described, page),
})

const thingsOf = (described: Described, page: Page): object[] => {
  const [first] = page.responses
  const { path, origin } = page
  const country = matchPath(pages.country, path)?.params.country
  if (path === pages.home) return [siteAt(origin), webPage(described, origin)]
  if (matchPath(pages.boycott, path) && first !== undefined)
    return submissionThings(JSON.parse(first.body), described, origin)
  if (matchPath(pages.business, path) && first !== undefined)
    return businessThings(JSON.parse(first.body), described, origin)
  if (country !== undefined) {
    const name = countryName(country)
    return [
      {
        ...webPage(described, origin),
        '@type': 'CollectionPage',
        about: { '@type': 'Country', name },
      },
      trail(origin, ['Places', pages.places], [name, path]),
    ]
  }
  return [webPage(described, origin)]
}

const webPage = ({ title, description, url }: Described, origin: string) => ({
  '@type': 'WebPage',
  '@id': url,
  url,
  name: title,
  description,
  inLanguage: 'en',
  isPartOf: { '@id': siteId(origin) },
})

const siteId = (origin: string): string => `${origin}/#site`

const siteAt = (origin: string) => ({
  '@type': 'WebSite',
  '@id': siteId(origin),
  url: `${origin}/`,
  name: 'Answerable',
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${pages.search}?q={words}` },
    'query-input': 'required name=words',
  },
})

const submissionThings = (
  { targetName, reasons, business, author, createdAt, editedAt, commentCount }: Submission,
  { url }: Described,
  origin: string,
): object[] => [
  {
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    headline: targetName,
    text: withoutMarks(reasons),
    datePublished: createdAt,
    ...(editedAt === null ? {} : { dateModified: editedAt }),
    author: {
      '@type': 'Person',
      name: author?.username ?? 'Unknown',
      ...(author === null ? {} : { url: `${origin}${personPath(author.username)}` }),
    },
    about: {
      '@type': 'Thing',
      name: business.name,
      url: `${origin}${businessPath(business.slug)}`,
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/CommentAction',
      userInteractionCount: commentCount,
    },
    isPartOf: { '@id': siteId(origin) },
  },
  trail(
    origin,
    ['Businesses', pages.businesses],
    [business.name, businessPath(business.slug)],
    [targetName, url.slice(origin.length)],
  ),
]

const businessThings = (
  { name, slug, aliases, website }: BusinessDetail,
  described: Described,
  origin: string,
): object[] => [
  {
    ...webPage(described, origin),
    '@type': 'CollectionPage',
    about: {
      '@type': 'Thing',
      name,
      ...(aliases.length === 0 ? {} : { alternateName: aliases }),
      ...(website === null ? {} : { sameAs: `https://${website}` }),
    },
  },
  trail(origin, ['Businesses', pages.businesses], [name, businessPath(slug)]),
]

/** The pages above a page, and the page. */
const trail = (origin: string, ...steps: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${origin}${path}`,
  })),
})
