import type { OwnBoycott } from '@answerable/contracts/participation'

/** A name that contains the text, and the business that owns it if it is not the boycotted one. */
export type FoundName = { name: string; ownedBy: string | null }

/** Case and accents do not matter. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase('en').trim()

/** Looks for a text in all names of a boycott: its target, its business, aliases, and what the business owns. */
export const findName = (
  { submission, aliases, owned }: OwnBoycott,
  text: string,
): FoundName | null => {
  const wanted = folded(text)
  const { targetName, business } = submission
  const isWanted = (name: string) => folded(name).includes(wanted)
  const own = [targetName, business.name, ...aliases].find(isWanted)
  if (own !== undefined) return { name: own, ownedBy: null }
  const brand = owned.flatMap((one) => [one.name, ...one.aliases]).find(isWanted)
  return brand === undefined ? null : { name: brand, ownedBy: business.name }
}
