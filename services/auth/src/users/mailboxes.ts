import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { keyedHash } from '../secrets.ts'
import { fastmailDomains } from './fastmail-domains.ts'
import { yandexDomains } from './yandex-domains.ts'

type Address = { name: string; domain: string }

/**
 * Addresses at these domains lead to one mailbox if `fold` makes them equal. A provider whose domains are
 * folded into one must own each of them: at any other domain a stranger could make an address that shares
 * the mailbox of somebody else, with its votes and suspensions.
 */
type Provider = { has: (domain: string) => boolean; fold: (address: Address) => Address }

/** Raise it with every change of what `mailboxOf` returns: accounts then get new voter ids at the next start. */
const rulesVersion = 3

const providers: readonly Provider[] = [
  {
    // Dots do not matter: https://support.google.com/mail/answer/7436150
    // googlemail.com is gmail.com: https://support.google.com/mail/answer/10313
    has: (domain) => /^(?:gmail|googlemail)\.com$/.test(domain),
    fold: ({ name }) => ({ name: name.replaceAll('.', ''), domain: 'gmail.com' }),
  },
  {
    // One owner has a name at all domains: https://proton.me/support/addresses-and-aliases
    // Dots, hyphens and underscores do not matter (`removeEmailAlias`): https://github.com/ProtonMail/WebClients
    has: (domain) => /^(?:proton\.me|pm\.me|protonmail\.(?:com|ch))$/.test(domain),
    fold: ({ name }) => ({ name: name.replace(/[._-]/g, ''), domain: 'proton.me' }),
  },
  {
    // One account has a name at all domains: https://support.apple.com/118230
    has: (domain) => /^(?:icloud|me|mac)\.com$/.test(domain),
    fold: ({ name }) => ({ name, domain: 'icloud.com' }),
  },
  {
    // Every mailbox is at all domains: https://yandex.com/support/domain/additional/mailbox-alias.xml
    // Dots are hyphens: https://github.com/yandex/metrica-tag (src/providers/firstPartyMethod/process/email.ts)
    has: (domain) => yandexDomains.has(domain),
    fold: ({ name }) => ({ name: name.replaceAll('.', '-'), domain: 'yandex.ru' }),
  },
  {
    // A name cannot have a hyphen; base-keyword is a disposable address:
    // https://dev.maxmind.com/minfraud/normalizing-email-addresses-for-minfraud
    // Yahoo! Japan is another company.
    has: (domain) =>
      /^(?:yahoo\.(?!co\.jp$)[a-z]{2,3}(?:\.[a-z]{2})?|ymail\.com|y7mail\.com|rocketmail\.com)$/.test(
        domain,
      ),
    fold: ({ name, domain }) => ({ name: name.replace(/(?<=.)-.*$/s, ''), domain }),
  },
]

/**
 * The mailbox of an address, as far as public rules allow. With every provider, case is ignored and a plus begins a tag
 * (https://www.rfc-editor.org/rfc/rfc5233): Outlook, Hotmail and Live too
 * (https://support.microsoft.com/office/459b1989-356d-40fa-a689-8f285b13f1f2). Mail still goes to the address
 * as it was typed.
 */
export const mailboxOf = (email: string): string => {
  const { name, domain } = inSubdomain(partsOf(email))
  const untagged = { name: withoutTag(name), domain }
  const provider = providers.find(({ has }) => has(domain))
  const folded = provider?.fold(untagged)
  const mailbox = folded === undefined || folded.name === '' ? untagged : folded
  return `${mailbox.name}@${mailbox.domain}`
}

/** The mailbox by the earlier rules. Stored hashes of unknown addresses may use it. */
export const earlierMailboxOf = (email: string): string => {
  const { name, domain } = partsOf(email)
  const untagged = withoutTag(name)
  return /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}

const withoutTag = (name: string): string => name.replace(/(?<=.)\+.*$/s, '')

/** Domains are compared as UTS 46 maps them, which is how they are looked up: https://www.unicode.org/reports/tr46/ */
const partsOf = (email: string): Address => {
  const at = email.lastIndexOf('@')
  const given = email.slice(at + 1).toLowerCase()
  return {
    name: email.slice(0, at).normalize('NFKC').toLowerCase(),
    domain: (domainToASCII(given) || given).replace(/\.+$/, ''),
  }
}

/** anything@user.fastmail.com is user+anything@fastmail.com: https://www.fastmail.help/hc/en-us/articles/360060591053 */
const inSubdomain = (address: Address): Address => {
  const [, name, domain] = /^([^.]+)\.(.+)$/.exec(address.domain) ?? []
  return name !== undefined && domain !== undefined && fastmailDomains.has(domain)
    ? { name, domain }
    : address
}

/**
 * The id of a mailbox in all services: a UUID (version 8) that can be computed from an address only with the key.
 */
export const voterIdOf = (key: Buffer, email: string): string => {
  const bytes = createHmac('sha256', key)
    .update(`voter\n${mailboxOf(email)}`)
    .digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Identifies the rules and the key of a voter id. If either changes, the id must be recomputed. */
export const voterRulesOf = (key: Buffer): string =>
  `${rulesVersion}-${keyedHash(key, 'voter rules', String(rulesVersion)).slice(0, 11)}`
