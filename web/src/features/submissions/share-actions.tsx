import { boycottPath, boycottSheetPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import Link2 from 'lucide-react/icons/link-2'
import Printer from 'lucide-react/icons/printer'
import Share from 'lucide-react/icons/share'
import { Link } from 'react-router-dom'
import { useHydrated } from '../../platform/hydrated.tsx'
import { useToast } from '../../ui/toast.tsx'

type ShareActionsProps = { submission: Pick<Submission, 'id' | 'targetName'> }

/** Ways to share a boycott: its address, the device's own dialog where there is one, and a sheet to print. */
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
      // Closing the device's dialog is a choice; any other error falls back to copying.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }

  return (
    <>
      <button type="button" className="quiet-link copy-link" onClick={() => void copy()}>
        <Link2 size={14} aria-hidden />
        <span className="action-word">Copy link</span>
      </button>
      {isHydrated && 'share' in navigator && (
        <button type="button" className="quiet-link share-link" onClick={() => void share()}>
          <Share size={13} aria-hidden />
          <span className="action-word">Share</span>
        </button>
      )}
      <Link className="quiet-link sheet-link" to={boycottSheetPath(submission.id)}>
        <Printer size={13} aria-hidden />
        <span className="action-word">Print a sheet</span>
      </Link>
    </>
  )
}
