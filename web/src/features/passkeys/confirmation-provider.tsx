import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import {
  ConfirmationContext,
  type RequestConfirmation,
} from '../../session/confirmation-context.ts'

/** Loaded when it is opened, with the library for passkeys. */
const ConfirmationDialog = lazy(async () => ({
  default: (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
}))

export const ConfirmationProvider = ({ children }: { children: ReactNode }) => {
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  const request = useCallback<RequestConfirmation>(
    () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setAsking(true)
      }),
    [],
  )
  const end = (isConfirmed: boolean) => {
    setAsking(false)
    for (const resume of waiting.current.splice(0)) resume(isConfirmed)
  }
  return (
    <ConfirmationContext value={request}>
      {children}
      {isAsking && (
        <Suspense>
          <ConfirmationDialog onConfirmed={() => end(true)} onClose={() => end(false)} />
        </Suspense>
      )}
    </ConfirmationContext>
  )
}
