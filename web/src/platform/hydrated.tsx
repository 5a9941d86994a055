import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react'

const DrawnContext = createContext(false)
const HydratedContext = createContext(true)

type HydrationProviderProps = {
  /** Whether the page was drawn in advance. */
  isDrawn: boolean
  children: ReactNode
}

/** Tells all below it whether the page was drawn in advance, and when it has been hydrated. */
export const HydrationProvider = ({ isDrawn, children }: HydrationProviderProps) => {
  const [isHydrated, setHydrated] = useState(!isDrawn)
  // It does not need to be quick, and the page stays responsive meanwhile.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return (
    <DrawnContext value={isDrawn}>
      <HydratedContext value={isHydrated}>{children}</HydratedContext>
    </DrawnContext>
  )
}

/**
 * False while the page is drawn in advance and while the browser hydrates it, which must render the same;
 * true from then on, when the page may show what only this browser knows.
 */
export const useHydrated = (): boolean => use(HydratedContext)

type PageBoundaryProps = { fallback: ReactNode; children: ReactNode }

/**
 * Shows the fallback while the code of a page is loaded. A page that was drawn in advance has no boundary:
 * React would hydrate its content later than the rest, and effects of the rest, such as the live
 * connection, could change the data before. Without one the page is hydrated in one piece and no effect
 * runs earlier. Later navigations are transitions, which keep the last page until the next has loaded.
 */
export const PageBoundary = ({ fallback, children }: PageBoundaryProps) =>
  use(DrawnContext) ? children : <Suspense fallback={fallback}>{children}</Suspense>
