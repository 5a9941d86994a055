/** What two names that look alike to a reader in a hurry have in common. */
export const foldedName = (username: string): string => username.toLowerCase()

const reservedNames = new Set([
  'anonymous',
  'deleted',
  'everyone',
  'everybody',
  'help',
  'mod',
  'mods',
  'nobody',
  'null',
  'official',
  'owner',
  'root',
  'security',
  'staff',
  'support',
  'system',
  'team',
  'undefined',
  'unknown',
  'webmaster',
])
const reservedBeginnings = ['admin', 'answerable', 'moderat']

/** Names that would make readers believe that the site itself speaks, or nobody. */
export const isReserved = (username: string): boolean => {
  const letters = username.toLowerCase().replace(/[^a-z]/g, '')
  return (
    reservedNames.has(letters) ||
    reservedBeginnings.some((beginning) => letters.startsWith(beginning))
  )
}
