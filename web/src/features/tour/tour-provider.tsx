import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { hasEndedTour, storeTourEnded, tourResetEvent } from './tour-flags.ts'

/** If the tour cannot be loaded, show nothing. */
const Tour = lazy(async () => ({
  default: (await import('./tour.tsx').catch(() => undefined))?.Tour ?? (() => null),
}))

const openAfterMs = 1_500

type TourStage = 'to-come' | 'open' | 'ended'
type TourHost = { stage: TourStage; open: () => void; leave: () => void }

const TourContext = createContext<TourHost | undefined>(undefined)

/** Remembers for the life of the page that the tour was shown, so that it does not open again. */
export const TourProvider = ({ children }: { children: ReactNode }) => {
  const [stage, setStage] = useState<TourStage>('to-come')
  const open = useCallback(() => setStage(hasEndedTour() ? 'ended' : 'open'), [])
  const end = useCallback(() => setStage('ended'), [])
  const leave = useCallback(
    () =>
      setStage((before) => {
        if (before === 'open') storeTourEnded('closed')
        return before === 'open' ? 'ended' : before
      }),
    [],
  )
  useEffect(() => {
    const again = () => setStage('to-come')
    addEventListener(tourResetEvent, again)
    return () => removeEventListener(tourResetEvent, again)
  }, [])

  return (
    <TourContext value={{ stage, open, leave }}>
      {children}
      {stage === 'open' && (
        <Suspense>
          <Tour onEnded={end} />
        </Suspense>
      )}
    </TourContext>
  )
}

/** Opens the tour a moment after the listing has loaded, unless it was seen before or a dialog is open. */
export const useTourOfListing = (isLoaded: boolean): void => {
  const host = use(TourContext)
  if (host === undefined) throw new Error('useTourOfListing needs a TourProvider above it.')
  const { stage, open, leave } = host
  const mayOpen = isLoaded && stage === 'to-come'

  useEffect(() => {
    if (!mayOpen) return
    const timer = setInterval(() => {
      if (document.querySelector('dialog[open]') === null) open()
    }, openAfterMs)
    return () => clearInterval(timer)
  }, [mayOpen, open])

  // The tour's targets disappear with the listing.
  useEffect(() => leave, [leave])
}
