const hidden = '•••'

/**
 * An address that its owner recognizes and nobody else can tell: the first letter of the name and of the domain,
 * and the last label, such as m•••@e•••.org. The username is left out: it is public, and would tell the holder of a
 * link who writes under it.
 */
export const maskedAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const lastLabel = domain.slice(domain.lastIndexOf('.') + 1)
  return `${firstLetterOf(email)}${hidden}@${firstLetterOf(domain)}${hidden}.${lastLabel}`
}

const firstLetterOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0x2022)
