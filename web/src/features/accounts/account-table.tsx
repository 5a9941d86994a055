import type { listAccounts } from '@answerable/contracts/accounts'
import type { RouteResponse } from '@answerable/contracts/route'
import { useState } from 'react'
import { plain } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AccountDialog } from './account-dialog.tsx'
import type { AccountDecisionKind } from './account-queries.ts'

type AccountRow = RouteResponse<typeof listAccounts>[number]

const figures = {
  submissionCount: 'Submissions',
  commentCount: 'Comments',
  voteCount: 'Votes',
  flagCount: 'Flags',
} as const satisfies Partial<Record<keyof AccountRow, string>>
const columns = Object.entries(figures) as [keyof typeof figures, string][]

const spoken = (label: string, count: number): string =>
  count === 1 ? label.toLowerCase().slice(0, -1) : label.toLowerCase()

type AccountTableProps = { accounts: readonly AccountRow[]; readerId: string; isWaiting: boolean }

/** On narrow screens each row becomes a block with a label next to each figure. */
export const AccountTable = ({ accounts, readerId, isWaiting }: AccountTableProps) => {
  const [pending, setPending] = useState<{ account: AccountRow; kind: AccountDecisionKind }>()
  return (
    <>
      <table className="table table-stacked" aria-busy={isWaiting}>
        <caption className="sr-only">Accounts, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Joined</th>
            {columns.map(([key, label]) => (
              <th key={key} scope="col" className="table-figure">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.id}>
              <th scope="row">
                <span className="font-semibold wrap-anywhere">{account.username}</span>{' '}
                {account.role === 'admin' && <span className="badge">Administrator</span>}{' '}
                {account.suspended && (
                  <span className="badge" data-tone="signal">
                    Suspended
                  </span>
                )}
              </th>
              <td>
                <span className="cell-label">Joined </span>
                <RelativeTime at={account.joinedAt} />
              </td>
              {columns.map(([key, label]) => (
                <td key={key} className="table-figure">
                  {plain(account[key])}
                  <span className="cell-label"> {spoken(label, account[key])}</span>
                </td>
              ))}
              <td className="table-action">
                <AccountAction
                  account={account}
                  isReader={account.id === readerId}
                  onAsk={(kind) => setPending({ account, kind })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pending && <AccountDialog {...pending} onClose={() => setPending(undefined)} />}
    </>
  )
}

type AccountActionProps = {
  account: AccountRow
  isReader: boolean
  onAsk: (kind: AccountDecisionKind) => void
}

const AccountAction = ({ account, isReader, onAsk }: AccountActionProps) => {
  if (isReader) return <span className="text-soft">Your account</span>
  const kinds: AccountDecisionKind[] = [
    ...(account.role === 'admin' ? (['reset-passkeys'] as const) : []),
    ...(account.suspended ? (['void-votes', 'reinstate'] as const) : (['suspend'] as const)),
  ]
  return kinds.map((kind) => (
    <button
      key={kind}
      type="button"
      className="quiet-link not-first:ml-4"
      aria-label={actions[kind].spoken(account.username)}
      onClick={() => onAsk(kind)}
    >
      {actions[kind].label}
    </button>
  ))
}

const actions = {
  suspend: { label: 'Suspend', spoken: (name: string) => `Suspend ${name}` },
  reinstate: { label: 'Reinstate', spoken: (name: string) => `Reinstate ${name}` },
  'void-votes': { label: 'Void votes', spoken: (name: string) => `Void votes by ${name}` },
  'reset-passkeys': {
    label: 'Reset passkeys',
    spoken: (name: string) => `Reset passkeys of ${name}`,
  },
} as const satisfies Record<AccountDecisionKind, object>
