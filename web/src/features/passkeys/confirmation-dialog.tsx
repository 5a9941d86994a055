import { pages } from '@answerable/contracts/pages'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { confirmWithPasskey, isSupported, reasonOf } from './ceremonies.ts'

type ConfirmationDialogProps = { onConfirmed: () => void; onClose: () => void }

/** Asks an administrator for a passkey. The decision that needs it waits behind the dialog. */
export const ConfirmationDialog = ({ onConfirmed, onClose }: ConfirmationDialogProps) => {
  const confirm = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onConfirmed })
  const hasNone = confirm.error instanceof ApiError && confirm.error.code === 'no_passkey'
  const canTry = isSupported() && !hasNone
  return (
    <Dialog title="Confirm with a passkey" onClose={onClose}>
      <div className="mt-4 grid gap-5">
        {isSupported() ? (
          <p className="text-pretty">
            Confirm with your passkey to continue. You can then make decisions in this browser for
            10 minutes.
          </p>
        ) : (
          <p role="alert" className="error-text">
            This browser does not support passkeys. Please use another browser.
          </p>
        )}
        {confirm.error !== null && (
          <p role="alert" className="error-text">
            {reasonOf(confirm.error)}
          </p>
        )}
        {hasNone && (
          <p>
            {/* In another tab, so that the decision keeps what was typed. */}
            <a className="link" href={`${pages.settings}#passkeys`} target="_blank" rel="noopener">
              Open the settings in a new tab
            </a>
          </p>
        )}
        <p role="status" className="text-sm text-soft empty:hidden">
          {confirm.isPending && 'Follow the instructions of your browser.'}
        </p>
        <div className="form-actions">
          <button type="button" className="button-secondary" onClick={onClose}>
            Cancel
          </button>
          {canTry && (
            <button
              type="button"
              className="button-primary"
              data-initial-focus
              disabled={confirm.isPending}
              onClick={() => confirm.mutate()}
            >
              {confirm.isPending ? 'Waiting...' : 'Use passkey'}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
