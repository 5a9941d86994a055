import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react'

const PrerenderedContext = createContext(false)
const HydratedContext = createContext(true)

type HydrationProviderProps = {
  /** Whether the page was prerendered. */
  isPrerendered: boolean
  children: ReactNode
}

/** Provides whether the page was prerendered, and whether it is hydrated. */
export const HydrationProvider = ({ isPrerendered, children }: HydrationProviderProps) => {
  const [isHydrated, setHydrated] = useState(!isPrerendered)
  // Not urgent: a transition keeps the page responsive.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return (
    <PrerenderedContext value={isPrerendered}>
      <HydratedContext value={isHydrated}>{children}</HydratedContext>
    </PrerenderedContext>
  )
}

/**
 * False during prerendering and hydration, which must render the same; true afterwards, when the page may
 * show what only this browser knows.
 */
export const useHydrated = (): boolean => use(HydratedContext)

type PageBoundaryProps = { fallback: ReactNode; children: ReactNode }

/**
 * Shows the fallback while the code of a page is loaded. A prerendered page has no boundary: React would
 * hydrate its content later than the rest, and effects of the rest, such as the live connection, could change
 * the data before. Without a boundary the page is hydrated in one piece and no effect runs earlier. Later
 * navigations are transitions, which show the last page until the next has loaded.
 */
export const PageBoundary = ({ fallback, children }: PageBoundaryProps) =>
  use(PrerenderedContext) ? children : <Suspense fallback={fallback}>{children}</Suspense>
