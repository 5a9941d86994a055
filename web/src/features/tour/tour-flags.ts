import { readStored, removeStored, writeStored } from '../../platform/storage.ts'

const endedKey = 'onboarding-completed'
const completedKey = 'answerable-onboarding-completed'

/**
 * Dispatched on the window when the tour may open again. Needed where storage is blocked, because then only
 * the page knows.
 */
export const tourResetEvent = 'answerable:tour-reset'

export const hasEndedTour = (): boolean => readStored(endedKey) !== null

export const storeTourEnded = (how: 'completed' | 'closed'): void => {
  writeStored(endedKey, 'true')
  if (how === 'completed') writeStored(completedKey, 'true')
}

/** Resets the tour, so that it opens again with the next listing. */
export const resetTour = (): void => {
  removeStored(endedKey)
  removeStored(completedKey)
  dispatchEvent(new Event(tourResetEvent))
}
