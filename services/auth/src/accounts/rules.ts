type Decision = { kind: 'suspend' | 'reinstate'; accountId: string; adminId: string }

/** Why a decision about an account cannot be: somebody must be left who can undo it. */
export const refusalOf = (
  { kind, accountId, adminId }: Decision,
  activeAdminIds: readonly string[],
): 'own_account' | 'last_admin' | null => {
  if (kind === 'reinstate') return null
  if (accountId === adminId) return 'own_account'
  return activeAdminIds.length === 1 && activeAdminIds[0] === accountId ? 'last_admin' : null
}
