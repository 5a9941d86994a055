import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const HydratedContext = createContext(true)

/** Tells all below it when what was drawn in advance stands in the browser. */
export const HydrationProvider = ({
  isDrawn,
  children,
}: {
  isDrawn: boolean
  children: ReactNode
}) => {
  const [isHydrated, setHydrated] = useState(!isDrawn)
  useEffect(() => {
    // Nothing that anybody waits for: it must not hurry what is still to be hydrated.
    startTransition(() => setHydrated(true))
  }, [])
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>
}

/**
 * False where the page is drawn in advance and for the first moment in the browser, which has to draw the
 * same; true from then on, when what only this browser knows may be shown.
 */
export const useHydrated = (): boolean => use(HydratedContext)
