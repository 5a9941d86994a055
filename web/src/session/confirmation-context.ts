import { createContext, use } from 'react'

/** Asks an administrator to confirm pending work with a passkey; resolves to whether they did. */
export type RequestConfirmation = () => Promise<boolean>

export const ConfirmationContext = createContext<RequestConfirmation | undefined>(undefined)

export const useConfirmation = (): RequestConfirmation => {
  const request = use(ConfirmationContext)
  if (request === undefined)
    throw new Error('useConfirmation needs a ConfirmationProvider above it.')
  return request
}
