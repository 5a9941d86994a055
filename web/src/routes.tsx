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

/** Every page. The feed comes with the first load, what is opened from it when it is opened. */
export const SiteRoutes = ({ openedLink }: { openedLink: Promise<LinkOutcome> }) => (
  <Routes>
    <Route element={<Frame />}>
      <Route path={pages.home} element={<FeedPage />} />
      <Route path={pages.boycott} element={<SubmissionPage />} />
      <Route path={pages.submit} element={<SubmitPage />} />
      <Route path={pages.authCallback} element={<AuthCallbackPage openedLink={openedLink} />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
