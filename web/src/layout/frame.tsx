import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ConnectionNotice } from '../features/connection/connection-notice.tsx'
import { JoinsProvider } from '../features/participation/joins.tsx'
import { ConfirmationProvider } from '../features/passkeys/confirmation-provider.tsx'
import { SignInProvider } from '../features/sign-in/sign-in-provider.tsx'
import { TourProvider } from '../features/tour/tour-provider.tsx'
import { VotesProvider } from '../features/votes/votes.tsx'
import { PageBoundary } from '../platform/hydrated.tsx'
import { SlowNotice } from '../ui/slow-notice.tsx'
import { AdSlot } from './ad-slot.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { KeptListWatch } from './kept-list-watch.tsx'
import { Live } from './live.tsx'
import { useScrollMemory } from './scroll-memory.ts'

/** Layout around every page. */
export const Frame = () => {
  const main = useFocusOnNavigation()
  const { pathname } = useLocation()
  useScrollMemory()
  return (
    <SignInProvider>
      <ConfirmationProvider>
        <VotesProvider>
          <JoinsProvider>
            <TourProvider>
              <a className="skip-link" href="#main">
                Skip to content
              </a>
              <ConnectionNotice />
              <Header />
              <main id="main" ref={main} tabIndex={-1} className="column main">
                <AdSlot place="top" />
                <ErrorBoundary path={pathname}>
                  <PageBoundary fallback={<PageOnItsWay />}>
                    <Outlet />
                  </PageBoundary>
                </ErrorBoundary>
                <AdSlot place="bottom" />
              </main>
              <Footer />
              <Live />
              <KeptListWatch />
            </TourProvider>
          </JoinsProvider>
        </VotesProvider>
      </ConfirmationProvider>
    </SignInProvider>
  )
}

const PageOnItsWay = () => (
  <div aria-busy="true">
    <SlowNotice />
  </div>
)

/**
 * Announces a new page by moving the focus to its heading, or to the section in the address. Does not scroll.
 */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname, search, hash } = useLocation()
  const place = `${pathname} ${new URLSearchParams(search).get('page') ?? ''}`
  const seen = useRef(place)
  useEffect(() => {
    if (seen.current === place) return
    seen.current = place
    const section = document.getElementById(hash.slice(1))
    const target = section?.hasAttribute('tabindex')
      ? section
      : (main.current?.querySelector<HTMLElement>('h1') ?? main.current)
    target?.focus({ preventScroll: true })
  }, [place, hash])
  return main
}
