import { isMissingChunk, type Trouble } from './trouble.ts'

/** A sentence or two for a person, whatever the error calls itself. */
export const whatHappened = ({ name, message }: Pick<Trouble, 'name' | 'message'>): string => {
  if (isMissingChunk({ message })) {
    return 'A part of this page could not be loaded. The site may have been updated since you opened it.'
  }
  if (/failed to fetch|load failed|networkerror/i.test(message)) {
    return 'The page asked the site for something and got no answer. The connection may be down.'
  }
  if (name === 'TimeoutError') return 'The site took too long to answer.'
  if (name === 'QuotaExceededError') {
    return 'Your browser has no room left for what this page wanted to keep.'
  }
  if (name === 'SecurityError' || name === 'NotAllowedError') {
    return 'Your browser did not allow something that this page tried to do.'
  }
  return 'Something on this page did not work as it should. The fault is ours, not yours.'
}
