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
            <h2 id={titleId} className="font-serif text-2xl font-semibold text-balance">
              {title}
            </h2>
            {subtitle !== undefined && (
              <p id={subtitleId} className="mt-1 text-soft text-pretty">
                {subtitle}
              </p>
            )}
          </div>
          <button
            type="button"
            className="button-quiet target -mt-2 -mr-3 grid shrink-0 place-items-center"
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
