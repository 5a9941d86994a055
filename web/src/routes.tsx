import { pages } from '@answerable/contracts/pages'
import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { LinkOutcome } from './features/sign-in/open-link.ts'
import { Frame } from './layout/frame.tsx'
import { lazyPages } from './lazy-pages.tsx'
import { FeedPage } from './pages/feed/feed-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'

const AuthCallbackPage = lazy(async () => ({
  default: (await import('./pages/auth-callback-page.tsx')).AuthCallbackPage,
}))

/** All pages. The feed is part of the initial JavaScript; other pages are loaded when opened. */
export const SiteRoutes = ({ openedLink }: { openedLink: Promise<LinkOutcome> }) => (
  <Routes>
    <Route element={<Frame />}>
      <Route path={pages.home} element={<FeedPage />} />
      <Route path={pages.authCallback} element={<AuthCallbackPage openedLink={openedLink} />} />
      {lazyPages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
