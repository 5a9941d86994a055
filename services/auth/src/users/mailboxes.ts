import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** Google ignores dots, and has two names for one mailbox. */
const googleDomains: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an address leads to, as far as can be told from outside: without case, without what
 * follows a plus (taken for a tag with every provider: hardly a mailbox is named with one), without the dots
 * that Google ignores.
 */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at).normalize('NFKC').toLowerCase()
  const given = email.slice(at + 1).toLowerCase()
  const domain = (domainToASCII(given) || given).replace(/\.+$/, '')
  const untagged = name.replace(/(?<=.)\+.*$/s, '')
  return googleDomains.includes(domain)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}

/** A UUID (version 8) from which nobody without the key can tell the mailbox. */
export const voterIdOf = (key: Buffer, email: string): string => {
  const bytes = createHmac('sha256', key)
    .update(`voter\n${mailboxOf(email)}`)
    .digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
