import X from 'lucide-react/icons/x'
import * as Toast from 'radix-ui/toast'
import { createPortal } from 'react-dom'
import type { Notice } from './notice.ts'

const shownMilliseconds = 3_000
const swipeThresholdPx = 50

type ToasterProps = { notice: Notice | null; shownIn: HTMLElement; onClose: (id: string) => void }

/** The region where notifications appear; F8 moves the focus to it. */
export const Toaster = ({ notice, shownIn, onClose }: ToasterProps) => (
  <Toast.Provider
    duration={shownMilliseconds}
    swipeDirection="right"
    swipeThreshold={swipeThresholdPx}
    announcerContainer={shownIn}
  >
    {notice && (
      <Toast.Root
        key={notice.id}
        className="toast"
        data-variant={notice.variant}
        type={notice.variant === 'destructive' ? 'foreground' : 'background'}
        open={notice.isOpen}
        onOpenChange={(isOpen) => !isOpen && onClose(notice.id)}
      >
        <div className="min-w-0 grow py-3">
          <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
          {notice.description && (
            <Toast.Description className="mt-0.5 text-soft wrap-anywhere">
              {notice.description}
            </Toast.Description>
          )}
        </div>
        <Toast.Close className="button-icon" aria-label="Close">
          <X size={16} aria-hidden />
        </Toast.Close>
      </Toast.Root>
    )}
    {createPortal(<Toast.Viewport className="toast-viewport" />, shownIn)}
  </Toast.Provider>
)
