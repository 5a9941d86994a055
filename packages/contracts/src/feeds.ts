import type { Category, Sort } from './submissions.ts'

/** Addresses of Atom feeds. Given a parameter such as `:id`, the template of such addresses. */
export const orderFeedPath = (sort: Sort): string => `/feeds/${sort}.atom`
export const businessFeedPath = (slug: string): string => `/feeds/businesses/${slug}.atom`
export const countryFeedPath = (country: string): string => `/feeds/countries/${country}.atom`
export const categoryFeedPath = (category: Category | ':category'): string =>
  `/feeds/categories/${category}.atom`
/** The comments of a boycott. */
export const boycottFeedPath = (id: string): string => `/feeds/boycotts/${id}.atom`
export const moderationLogFeedPath = '/feeds/moderation-log.atom'
/** The demands that were met or partly met. */
export const impactFeedPath = '/feeds/impact.atom'
