import { pages } from '@answerable/contracts/pages'
import type { RouteObject } from 'react-router-dom'
import { openLink } from './features/sign-in/open-link.ts'
import { VerifyingLogin } from './features/sign-in/verifying-login.tsx'
import { Frame } from './frame/frame.tsx'
import { BrokenPage } from './pages/broken-page.tsx'
import { FeedPage } from './pages/feed-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'

const loading = <div aria-busy="true" />

/** Every page. What most visitors read first comes with the first load, the others when they are opened. */
export const routesWith = (linkToken: string | undefined): RouteObject[] => [
  {
    element: <Frame />,
    errorElement: <BrokenPage />,
    children: [
      { path: pages.home, element: <FeedPage /> },
      {
        path: pages.boycott,
        hydrateFallbackElement: loading,
        lazy: async () => ({
          Component: (await import('./pages/submission-page.tsx')).SubmissionPage,
        }),
      },
      {
        path: pages.submit,
        hydrateFallbackElement: loading,
        lazy: async () => ({ Component: (await import('./pages/submit-page.tsx')).SubmitPage }),
      },
      {
        path: pages.authCallback,
        hydrateFallbackElement: <VerifyingLogin />,
        loader: () => openLink(linkToken),
        lazy: async () => ({
          Component: (await import('./pages/auth-callback-page.tsx')).AuthCallbackPage,
        }),
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
