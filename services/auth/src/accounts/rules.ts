/** What a decision is about: an account and all others of its mailbox. */
type Decision = { kind: 'suspend' | 'reinstate'; accountIds: readonly string[]; adminId: string }

/** Why a decision cannot be applied: an administrator must be left who can undo it. */
export const refusalOf = (
  { kind, accountIds, adminId }: Decision,
  activeAdminIds: readonly string[],
): 'own_account' | 'last_admin' | null => {
  if (kind === 'reinstate') return null
  if (accountIds.includes(adminId)) return 'own_account'
  const isNoneLeft = activeAdminIds.every((id) => accountIds.includes(id))
  return activeAdminIds.length > 0 && isNoneLeft ? 'last_admin' : null
}
