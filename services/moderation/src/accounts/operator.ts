/** Stands for the operator in decisions; no account has this id. */
export const operator = {
  id: '00000000-0000-0000-0000-000000000000',
  username: 'operator',
} as const
