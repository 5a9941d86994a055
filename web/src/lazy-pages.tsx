import { pages } from '@answerable/contracts/pages'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router-dom'
import { withPageStyles } from './page-styles.ts'

type LoadedPage = { default: ComponentType }

/** Loaders of pages that are not in the initial JavaScript, by path. */
const loaders: Readonly<Record<string, () => Promise<LoadedPage>>> = {
  [pages.boycott]: async () => ({
    default: (await import('./pages/submission/submission-page.tsx')).SubmissionPage,
  }),
  [pages.boycottHistory]: async () => ({
    default: (await import('./pages/submission/history-page.tsx')).SubmissionHistoryPage,
  }),
  [pages.boycottSheet]: async () => ({
    default: (await import('./pages/submission/sheet-page.tsx')).SheetPage,
  }),
  [pages.submit]: async () => ({ default: (await import('./pages/submit-page.tsx')).SubmitPage }),
  [pages.search]: async () => ({
    default: (await import('./pages/search/search-page.tsx')).SearchPage,
  }),
  [pages.businesses]: async () => ({
    default: (await import('./pages/businesses/businesses-page.tsx')).BusinessesPage,
  }),
  [pages.business]: async () => ({
    default: (await import('./pages/businesses/business-page.tsx')).BusinessPage,
  }),
  [pages.admin]: async () => ({
    default: (await import('./pages/admin/admin-page.tsx')).AdminPage,
  }),
  [pages.adminErrors]: async () => ({
    default: (await import('./pages/admin/admin-errors-page.tsx')).AdminErrorsPage,
  }),
  [pages.adminVotes]: async () => ({
    default: (await import('./pages/admin/admin-votes-page.tsx')).AdminVotesPage,
  }),
  [pages.adminSuggestions]: async () => ({
    default: (await import('./pages/admin/admin-suggestions-page.tsx')).AdminSuggestionsPage,
  }),
  [pages.adminUpdates]: async () => ({
    default: (await import('./pages/admin/admin-updates-page.tsx')).AdminUpdatesPage,
  }),
  [pages.adminReplies]: async () => ({
    default: (await import('./pages/admin/admin-replies-page.tsx')).AdminRepliesPage,
  }),
  [pages.adminWebhooks]: async () => ({
    default: (await import('./pages/admin/admin-webhooks-page.tsx')).AdminWebhooksPage,
  }),
  [pages.claimBusiness]: async () => ({
    default: (await import('./pages/businesses/claim-page.tsx')).ClaimPage,
  }),
  [pages.impact]: async () => ({
    default: (await import('./pages/impact/impact-page.tsx')).ImpactPage,
  }),
  [pages.places]: async () => ({
    default: (await import('./pages/places/places-page.tsx')).PlacesPage,
  }),
  [pages.country]: async () => ({
    default: (await import('./pages/places/country-page.tsx')).CountryPage,
  }),
  [pages.moderationLog]: async () => ({
    default: (await import('./pages/moderation-log-page.tsx')).ModerationLogPage,
  }),
  [pages.transparency]: async () => ({
    default: (await import('./pages/transparency-page.tsx')).TransparencyPage,
  }),
  [pages.openData]: async () => ({
    default: (await import('./pages/open-data-page.tsx')).OpenDataPage,
  }),
  [pages.settings]: async () => ({
    default: (await import('./pages/settings-page.tsx')).SettingsPage,
  }),
  [pages.notifications]: async () => ({
    default: (await import('./pages/notifications-page.tsx')).NotificationsPage,
  }),
  [pages.myBoycotts]: async () => ({
    default: (await import('./pages/my-boycotts-page.tsx')).MyBoycottsPage,
  }),
  [pages.person]: async () => ({
    default: (await import('./pages/person/person-page.tsx')).PersonPage,
  }),
  [pages.unsubscribe]: async () => ({
    default: (await import('./pages/unsubscribe-page.tsx')).UnsubscribePage,
  }),
  [pages.notice]: async () => ({
    default: (await import('./pages/notice-page.tsx')).NoticePage,
  }),
  [pages.noticeStatus]: async () => ({
    default: (await import('./pages/notice-status-page.tsx')).NoticeStatusPage,
  }),
  [pages.about]: async () => ({ default: (await import('./pages/about-page.tsx')).AboutPage }),
  [pages.howItWorks]: async () => ({
    default: (await import('./pages/how-it-works-page.tsx')).HowItWorksPage,
  }),
  [pages.guidelines]: async () => ({
    default: (await import('./pages/guidelines-page.tsx')).GuidelinesPage,
  }),
  [pages.privacy]: async () => ({
    default: (await import('./pages/privacy-page.tsx')).PrivacyPage,
  }),
  [pages.terms]: async () => ({ default: (await import('./pages/terms-page.tsx')).TermsPage }),
  [pages.donate]: async () => ({ default: (await import('./pages/donate-page.tsx')).DonatePage }),
  [pages.roadmap]: async () => ({
    default: (await import('./pages/roadmap-page.tsx')).RoadmapPage,
  }),
}

const loaded = new Map<string, LoadedPage>()

/** Preloads the page of a path. After a failure the page is loaded again when it is rendered. */
export const loadPage = async (address: string): Promise<void> => {
  const [path, load] = Object.entries(loaders).find(([path]) => matchPath(path, address)) ?? []
  if (path === undefined || load === undefined) return
  const page = await withPageStyles(load).catch(() => null)
  if (page !== null) loaded.set(path, page)
}

export const lazyPages = Object.entries(loaders).map(([path, load]) => {
  const Lazy = lazy(() => withPageStyles(load))
  const Page = () => {
    // Hydration must not suspend, or React would discard the prerendered content.
    const Loaded = loaded.get(path)?.default ?? Lazy
    return <Loaded />
  }
  return { path, Page }
})
