import type { Sort, Submission } from '@answerable/contracts/submissions'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'
import type { RankingDialogProps } from './ranking-dialog.tsx'

type WhyHereProps = {
  submission: Pick<Submission, 'id' | 'targetName'>
  sort: Sort
  className: string
  /** Only if the text of the button does not name it. */
  label?: string
  children: ReactNode
}

/** A button that explains the place of a submission in the feed. The dialog loads when it is used. */
export const WhyHere = ({ submission, sort, className, label, children }: WhyHereProps) => {
  const [isOpen, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<RankingDialogProps> | null>(null)
  const toast = useToast()
  const open = async () => {
    try {
      const { RankingDialog } = await import('./ranking-dialog.tsx')
      setDialog(() => RankingDialog)
      setOpen(true)
    } catch {
      toast({
        title: 'Failed to load the explanation',
        description: 'Please check your connection.',
        variant: 'destructive',
      })
    }
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {children}
      </button>
      {isOpen && Dialog !== null && (
        <Dialog submission={submission} sort={sort} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
