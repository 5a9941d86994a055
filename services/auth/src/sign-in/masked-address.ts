const hidden = '•••'

/**
 * An address that only its owner recognizes: the first letter of the name and of the domain, and the last label, such
 * as m•••@e•••.org. It does not contain the username, which is public and would identify the owner to the holder of a
 * link.
 */
export const maskedAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const lastLabel = domain.slice(domain.lastIndexOf('.') + 1)
  return `${firstLetterOf(email)}${hidden}@${firstLetterOf(domain)}${hidden}.${lastLabel}`
}

const firstLetterOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0x2022)
