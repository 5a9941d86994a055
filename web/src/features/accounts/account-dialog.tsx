import type { Account } from '@answerable/contracts/accounts'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { type AccountDecisionKind, useDecideOnAccount } from './account-queries.ts'

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
      'is signed out everywhere and cannot post until reinstated. They can still sign in to download their data or delete the account. Their existing posts stay. This also applies to every other account of their mailbox, including future ones.',
  },
  'void-votes': {
    title: 'Void votes',
    button: 'Void votes',
    effect:
      'loses all votes cast so far, even if the account is reinstated. The public log shows how many votes, not whose.',
  },
  'reset-passkeys': {
    title: 'Reset passkeys',
    button: 'Reset passkeys',
    effect:
      'is signed out everywhere and loses all passkeys. They have 24 hours to sign in by email and add a new one. First make sure that the request really comes from them.',
  },
  reinstate: {
    title: 'Reinstate account',
    button: 'Reinstate',
    effect: 'can post again, and so can every other account of their mailbox.',
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
        <ReasonFields reason={reason} reader="member" error={decide.error} onChange={setReason} />
        {isRefused && (
          <p role="alert" className="error-text">
            {messageFor(decide.error, 'Your decision was not applied.')}
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
