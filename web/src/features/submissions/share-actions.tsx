import { boycottPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import Link2 from 'lucide-react/icons/link-2'
import Share from 'lucide-react/icons/share'
import { useHydrated } from '../../platform/hydrated.tsx'
import { useToast } from '../../ui/toast.tsx'

type ShareActionsProps = { submission: Pick<Submission, 'id' | 'targetName'> }

/** Ways to pass a submission on: the address to copy, and the device's own sharing where there is one. */
export const ShareActions = ({ submission }: ShareActionsProps) => {
  const toast = useToast()
  const isHydrated = useHydrated()
  const addressOf = () => `${location.origin}${boycottPath(submission.id)}`

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(addressOf())
      toast({ title: 'Copied!' })
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Please copy the address manually',
        variant: 'destructive',
      })
    }
  }
  const share = async () => {
    try {
      await navigator.share({ title: submission.targetName, url: addressOf() })
    } catch (error) {
      // Who closes the device's dialog has decided; anything else must not be a dead end.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }

  return (
    <>
      <button type="button" className="quiet-link gap-1" onClick={() => void copy()}>
        <Link2 size={14} aria-hidden />
        Copy link
      </button>
      {isHydrated && 'share' in navigator && (
        <button type="button" className="quiet-link gap-1" onClick={() => void share()}>
          <Share size={13} aria-hidden />
          Share
        </button>
      )}
    </>
  )
}
