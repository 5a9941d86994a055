import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

type DialogProps = {
  title: string
  subtitle?: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape, the cross and a click outside close it. */
export const Dialog = ({ title, subtitle, onClose, children }: DialogProps) => {
  const modal = useModal(onClose)
  const titleId = useId()
  const subtitleId = useId()

  return (
    <dialog
      {...modal}
      className="dialog"
      aria-labelledby={titleId}
      aria-describedby={subtitle === undefined ? undefined : subtitleId}
    >
      <div className="dialog-panel">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id={titleId} className="dialog-title">
              {title}
            </h2>
            {subtitle !== undefined && (
              <p id={subtitleId} className="mt-1 intro">
                {subtitle}
              </p>
            )}
          </div>
          <button
            type="button"
            className="button-icon -mt-2 -mr-3 shrink-0"
            aria-label="Close"
            onClick={onClose}
          >
            <X size={18} aria-hidden />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
