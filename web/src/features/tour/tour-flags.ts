import { forgetStored, readStored, writeStored } from '../../platform/storage.ts'

const endedKey = 'onboarding-completed'
const completedKey = 'answerable-onboarding-completed'

/** Sent to the window when the tour may open again, because where storage is blocked only the page knows. */
export const tourResetEvent = 'answerable:tour-reset'

export const hasEndedTour = (): boolean => readStored(endedKey) !== null

export const noteTourEnded = (how: 'completed' | 'closed'): void => {
  writeStored(endedKey, 'true')
  if (how === 'completed') writeStored(completedKey, 'true')
}

/** Forgets that the tour was seen: it opens again with the next listing. */
export const resetTour = (): void => {
  forgetStored(endedKey)
  forgetStored(completedKey)
  dispatchEvent(new Event(tourResetEvent))
}
