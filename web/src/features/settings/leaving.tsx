import type { OwnAccount } from '@answerable/contracts/own-account'
import { useState } from 'react'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Explains the deletion of an account and starts it. */
export const Leaving = ({ account: { user, suspended } }: { account: OwnAccount }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="settings-section" aria-labelledby="leaving">
      <h2 id="leaving" tabIndex={-1} className="settings-title">
        Delete your account
      </h2>
      <ul className="settings-points">
        <li>Your comments and flags are deleted, and your votes are withdrawn.</li>
        <li>Your submissions stay, with the author shown as Unknown.</li>
        <li>Every browser is signed out.</li>
        <li>
          Your address is deleted. Signing in with it again creates a new account.
          {suspended && ' Your mailbox stays suspended.'}
        </li>
        <li>Nobody else can take your username for 30 days.</li>
      </ul>
      <p className="mt-3">This cannot be undone.</p>
      <button
        type="button"
        className="button-secondary settings-grave mt-4"
        onClick={() => setOpen(true)}
      >
        Delete my account
      </button>
      {isOpen && <DeleteAccountDialog user={user} onClose={() => setOpen(false)} />}
    </section>
  )
}
