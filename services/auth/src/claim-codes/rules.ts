import { domainToASCII } from 'node:url'
import { email } from '@answerable/contracts/sign-in'
import { AppError } from '@answerable/service-kit/errors'
import publicProviders from 'free-email-domains'
import { fastmailDomains } from '../users/fastmail-domains.ts'
import { yandexDomains } from '../users/yandex-domains.ts'

const providers: ReadonlySet<string> = new Set(publicProviders)

/** Whether anyone can get an address at this domain. */
const isPublicProvider = (domain: string): boolean =>
  providers.has(domain) || fastmailDomains.has(domain) || yandexDomains.has(domain)

/**
 * The address, in lower case. Throws `invalid_request` unless it is one address directly at the domain, and
 * `public_mail_provider`. Domains are compared by their ASCII names, so that one that only looks like the other differs.
 */
export const addressAt = (domain: string, given: string): string => {
  if (isPublicProvider(domain)) throw new AppError('public_mail_provider')
  const address = email.safeParse(given)
  if (!address.success) throw invalid('Please enter a valid email address.')
  const host = address.data.slice(address.data.lastIndexOf('@') + 1)
  if (domainToASCII(host) !== domain) throw invalid(`The address must end with @${domain}.`)
  return address.data
}

const invalid = (sentence: string): AppError =>
  new AppError('invalid_request', { fields: { address: sentence } })
