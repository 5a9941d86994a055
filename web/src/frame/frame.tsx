import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { Live } from '../features/live/live.tsx'
import { SignInProvider } from '../features/sign-in/sign-in.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page. */
export const Frame = () => {
  const main = useFocusOnNavigation()
  const isLoading = useNavigation().state === 'loading'
  return (
    <SignInProvider>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      {isLoading && <div className="progress page-progress" role="status" aria-label="Loading" />}
      <main id="main" ref={main} tabIndex={-1} className="column main">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
      <Live />
    </SignInProvider>
  )
}

/** A new page is announced by moving the focus to its heading; the scroll position is left alone. */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const place = `${pathname} ${new URLSearchParams(search).get('page') ?? ''}`
  const seen = useRef(place)
  useEffect(() => {
    if (seen.current === place) return
    seen.current = place
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current
    target?.focus({ preventScroll: true })
  }, [place])
  return main
}
