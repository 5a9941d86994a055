import {
  boycottFeedPath,
  businessFeedPath,
  categoryFeedPath,
  countryFeedPath,
  impactFeedPath,
  moderationLogFeedPath,
  orderFeedPath,
} from '@answerable/contracts/feeds'
import { pages } from '@answerable/contracts/pages'
import { type Category, categories, sorts } from '@answerable/contracts/submissions'

type PageFeed = { title: string; path: string }

/** The Atom feed of what a page shows; the newest boycotts where it has none of its own. */
export const feedOfPage = (path: string, search: string): PageFeed => {
  const [, section, key = '', rest] = path.split('/')
  if (path === pages.home) return feedOfList(new URLSearchParams(search))
  if (path === pages.moderationLog) return { title: 'Decisions', path: moderationLogFeedPath }
  if (path === pages.impact)
    return { title: 'Demands that were met or partly met', path: impactFeedPath }
  if (key === '' || rest !== undefined) return newest
  if (section === 'boycott') return { title: 'Comments', path: boycottFeedPath(key) }
  if (section === 'businesses') return { title: 'Boycotts', path: businessFeedPath(key) }
  if (section === 'places') return { title: 'Boycotts', path: countryFeedPath(key) }
  return newest
}

const newest: PageFeed = { title: 'Newest boycotts', path: orderFeedPath('new') }

const feedOfList = (search: URLSearchParams): PageFeed => {
  const [country, category] = [search.get('country'), search.get('category')]
  if (country !== null && category === null)
    return { title: 'Boycotts', path: countryFeedPath(country) }
  if (country === null && category !== null && Object.hasOwn(categories, category))
    return { title: 'Boycotts', path: categoryFeedPath(category as Category) }
  const sort = sorts.find((one) => one === search.get('sort')) ?? 'hot'
  return { title: 'Boycotts', path: orderFeedPath(sort) }
}
