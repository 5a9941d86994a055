import { domainToASCII } from 'node:url'
import { email } from '@answerable/contracts/sign-in'
import { AppError } from '@answerable/service-kit/errors'
import publicProviders from 'email-providers/all.json' with { type: 'json' }
import { fastmailDomains } from '../users/fastmail-domains.ts'
import { yandexDomains } from '../users/yandex-domains.ts'

const providers: ReadonlySet<string> = new Set(publicProviders)

/** Whether anyone can get an address at this domain. */
const isPublicProvider = (domain: string): boolean =>
  providers.has(domain) || fastmailDomains.has(domain) || yandexDomains.has(domain)

/**
 * The address in lower case, with the domain by its ASCII name: a domain has any number of Unicode spellings, and codes
 * are counted by domain. Throws `invalid_request` unless it is one address directly at the domain, and
 * `public_mail_provider`.
 */
export const addressAt = (domain: string, given: string): string => {
  if (isPublicProvider(domain)) throw new AppError('public_mail_provider')
  const address = email.safeParse(given)
  if (!address.success) throw invalid('Please enter a valid email address.')
  const at = address.data.lastIndexOf('@')
  if (domainToASCII(address.data.slice(at + 1)) !== domain)
    throw invalid(`The address must end with @${domain}.`)
  return `${address.data.slice(0, at)}@${domain}`
}

const invalid = (sentence: string): AppError =>
  new AppError('invalid_request', { fields: { address: sentence } })
