import { isMissingChunk, type UnhandledError } from './unhandled-error.ts'

/** Describes an error to the user in one or two sentences. */
export const describeError = ({
  name,
  message,
}: Pick<UnhandledError, 'name' | 'message'>): string => {
  if (isMissingChunk({ message })) {
    return 'A part of this page could not be loaded. The site may have been updated since you opened it.'
  }
  if (/failed to fetch|load failed|networkerror/i.test(message)) {
    return 'The site did not respond. Your connection may be down.'
  }
  if (name === 'TimeoutError') return 'The site took too long to respond.'
  if (name === 'QuotaExceededError') {
    return 'Your browser has no storage left for this page.'
  }
  if (name === 'SecurityError' || name === 'NotAllowedError') {
    return 'Your browser blocked something this page tried to do.'
  }
  return 'Something on this page went wrong. It is our fault, not yours.'
}
