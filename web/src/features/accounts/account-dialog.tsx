import type { Account } from '@answerable/contracts/accounts'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { type AccountDecisionKind, useDecideOnAccount } from './accounts.ts'

type AccountDialogProps = {
  account: Pick<Account, 'id' | 'username'>
  kind: AccountDecisionKind
  onClose: () => void
}

const words = {
  suspend: {
    title: 'Suspend account',
    button: 'Suspend',
    effect:
      'is signed out everywhere and cannot write until reinstated; signing in serves to take their data along and to leave. What they wrote stays.',
  },
  'void-votes': {
    title: 'Void votes',
    button: 'Void votes',
    effect:
      'has votes that count no longer from then on, also after the account is reinstated. The public log says how many, not whose.',
  },
  reinstate: {
    title: 'Reinstate account',
    button: 'Reinstate',
    effect: 'can write again.',
  },
} as const

export const AccountDialog = ({ account, kind, onClose }: AccountDialogProps) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnAccount(account.id, onClose)
  const { title, button, effect } = words[kind]
  const isRefused = decide.error instanceof ApiError && decide.error.fields.note === undefined
  return (
    <Dialog title={title} subtitle={`${account.username} ${effect}`} onClose={onClose}>
      <form
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!decide.isPending) decide.mutate({ kind, reason })
        }}
      >
        <ReasonFields
          reason={reason}
          reader="member"
          problem={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
          onChange={setReason}
        />
        {isRefused && (
          <p role="alert" className="font-semibold text-signal">
            {messageFor(decide.error, 'This was refused.')}
          </p>
        )}
        <div className="form-actions">
          <button type="button" className="button-secondary" data-initial-focus onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button-primary" disabled={decide.isPending}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
