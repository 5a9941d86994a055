import { useSyncExternalStore } from 'react'

/**
 * False where the page is drawn in advance and for the first moment in the browser, which has to draw the
 * same; true from then on, when what only this browser knows may be shown.
 */
export const useHydrated = (): boolean => useSyncExternalStore(neverChanges, inBrowser, inAdvance)

const neverChanges = () => () => {}
const inBrowser = () => true
const inAdvance = () => false
