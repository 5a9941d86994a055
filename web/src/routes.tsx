import { pages } from '@answerable/contracts/pages'
import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { LinkOutcome } from './features/sign-in/open-link.ts'
import { Frame } from './frame/frame.tsx'
import { FeedPage } from './pages/feed-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'

const SubmissionPage = lazy(async () => ({
  default: (await import('./pages/submission-page.tsx')).SubmissionPage,
}))
const SubmitPage = lazy(async () => ({
  default: (await import('./pages/submit-page.tsx')).SubmitPage,
}))
const AuthCallbackPage = lazy(async () => ({
  default: (await import('./pages/auth-callback-page.tsx')).AuthCallbackPage,
}))

const AdminPage = lazy(async () => ({
  default: (await import('./pages/admin-page.tsx')).AdminPage,
}))
const AdminErrorsPage = lazy(async () => ({
  default: (await import('./pages/admin-errors-page.tsx')).AdminErrorsPage,
}))
const AdminVotesPage = lazy(async () => ({
  default: (await import('./pages/admin-votes-page.tsx')).AdminVotesPage,
}))
const ModerationLogPage = lazy(async () => ({
  default: (await import('./pages/moderation-log-page.tsx')).ModerationLogPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await import('./pages/settings-page.tsx')).SettingsPage,
}))
const AboutPage = lazy(async () => ({
  default: (await import('./pages/about-page.tsx')).AboutPage,
}))
const HowItWorksPage = lazy(async () => ({
  default: (await import('./pages/how-it-works-page.tsx')).HowItWorksPage,
}))
const GuidelinesPage = lazy(async () => ({
  default: (await import('./pages/guidelines-page.tsx')).GuidelinesPage,
}))
const PrivacyPage = lazy(async () => ({
  default: (await import('./pages/privacy-page.tsx')).PrivacyPage,
}))
const TermsPage = lazy(async () => ({
  default: (await import('./pages/terms-page.tsx')).TermsPage,
}))
const DonatePage = lazy(async () => ({
  default: (await import('./pages/donate-page.tsx')).DonatePage,
}))
const RoadmapPage = lazy(async () => ({
  default: (await import('./pages/roadmap-page.tsx')).RoadmapPage,
}))

/** Every page. The feed comes with the first load, what is opened from it when it is opened. */
export const SiteRoutes = ({ openedLink }: { openedLink: Promise<LinkOutcome> }) => (
  <Routes>
    <Route element={<Frame />}>
      <Route path={pages.home} element={<FeedPage />} />
      <Route path={pages.boycott} element={<SubmissionPage />} />
      <Route path={pages.submit} element={<SubmitPage />} />
      <Route path={pages.authCallback} element={<AuthCallbackPage openedLink={openedLink} />} />
      <Route path={pages.admin} element={<AdminPage />} />
      <Route path={pages.adminErrors} element={<AdminErrorsPage />} />
      <Route path={pages.adminVotes} element={<AdminVotesPage />} />
      <Route path={pages.moderationLog} element={<ModerationLogPage />} />
      <Route path={pages.settings} element={<SettingsPage />} />
      <Route path={pages.about} element={<AboutPage />} />
      <Route path={pages.howItWorks} element={<HowItWorksPage />} />
      <Route path={pages.guidelines} element={<GuidelinesPage />} />
      <Route path={pages.privacy} element={<PrivacyPage />} />
      <Route path={pages.terms} element={<TermsPage />} />
      <Route path={pages.donate} element={<DonatePage />} />
      <Route path={pages.roadmap} element={<RoadmapPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
