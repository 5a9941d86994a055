/** The subject of a decision: an account and the others of its mailbox. */
type Decision = { kind: 'suspend' | 'reinstate'; accountIds: readonly string[]; adminId: string }

/**
 * Why an administrator cannot reset the passkeys of an account. Only an administrator with a passkey can. Where passkeys
 * are required, a stolen mailbox cannot add one.
 */
export const refusalOfReset = (
  { account, adminId }: { account: { id: string; isAdmin: boolean }; adminId: string },
  { activeAdminIds, hasPasskey }: { activeAdminIds: readonly string[]; hasPasskey: boolean },
): 'account_not_found' | 'own_passkeys' | 'no_passkey' | 'forbidden' | null => {
  if (!activeAdminIds.includes(adminId)) return 'forbidden'
  if (account.id === adminId) return 'own_passkeys'
  if (!account.isAdmin) return 'account_not_found'
  return hasPasskey ? null : 'no_passkey'
}

/**
 * Why a decision cannot be applied: an administrator must be left who can undo it, and only an active
 * administrator decides. A call that was let in before its administrator was suspended comes too late; otherwise
 * it could reinstate them.
 */
export const refusalOf = (
  { kind, accountIds, adminId }: Decision,
  activeAdminIds: readonly string[],
): 'own_account' | 'last_admin' | 'forbidden' | null => {
  const isActive = activeAdminIds.includes(adminId)
  if (kind === 'reinstate') return isActive ? null : 'forbidden'
  if (accountIds.includes(adminId)) return 'own_account'
  const isNoneLeft = activeAdminIds.every((id) => accountIds.includes(id))
  if (activeAdminIds.length > 0 && isNoneLeft) return 'last_admin'
  return isActive ? null : 'forbidden'
}
