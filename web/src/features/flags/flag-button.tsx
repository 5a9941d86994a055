import { useQuery, useQueryClient } from '@tanstack/react-query'
import Flag from 'lucide-react/icons/flag'
import { lazy, Suspense, useState } from 'react'
import { isSignedIn, sessionQueries } from '../../session/current-user.ts'
import { useToast } from '../../ui/toast.tsx'
import type { FlagSubject } from './flag-dialog.tsx'

const FlagDialog = lazy(async () => ({ default: (await import('./flag-dialog.tsx')).FlagDialog }))

export const FlagButton = ({ subject }: { subject: FlagSubject }) => {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const user = useQuery(sessionQueries.currentUser())
  const toast = useToast()
  const openDialog = async () => {
    if (user.data || (await isSignedIn(client))) {
      setOpen(true)
      return
    }
    toast({
      title: 'Login required',
      description: 'You must be logged in to flag content',
      variant: 'destructive',
    })
  }
  return (
    <>
      <button
        type="button"
        className="quiet-link"
        data-key="f"
        aria-label={`Flag ${subject.name}`}
        onClick={() => void openDialog()}
      >
        <Flag size={13} aria-hidden />
        <span className="action-word">Flag</span>
      </button>
      {isOpen && (
        <Suspense>
          <FlagDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
