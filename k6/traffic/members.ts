import { sleep } from 'k6'
import http, { type ResponseCookie } from 'k6/http'
import { call, callTogether, expected, hexadecimal, newVisitor, type Person } from './call.ts'
import { mailboxKey, siteUrl } from './settings.ts'

/** The mailbox page shows the newest 50 mails. */
const mailsAtOnce = 25
const mailSeconds = 10

/**
 * New members, each on a network of their own. They sign in with a code from the site's mailbox. Throws a
 * one-line error if the site has no mailbox, or counts all members as one network.
 */
export const signInMembers = (count: number): Person[] => {
  readMailbox()
  mustTellNetworksApart()
  const members: Person[] = []
  while (members.length < count) {
    const next = Math.min(mailsAtOnce, count - members.length)
    members.push(...signInTogether(next, 'verify codes before'))
    if (members.length % (8 * mailsAtOnce) === 0) console.log(`${members.length} members signed in`)
  }
  return members
}

/** A member who signs in while others use the site. */
export const signInOne = (): void => {
  signInTogether(1, 'verify code')
}

const signInTogether = (count: number, name: string): Person[] => {
  const people = Array.from({ length: count }, () => ({
    ...newVisitor(),
    email: `load-${hexadecimal()}${hexadecimal()}${hexadecimal()}@load.example`,
  }))
  const flows = callTogether(
    people.map((person) => [
      person,
      {
        method: 'POST',
        path: '/api/auth/magic-link',
        name: 'magic link',
        body: { email: person.email },
      },
    ]),
  ).map((response) => cookiesOf(expected(response, 'asking for a sign-in mail')))
  const codes = codesFor(people.map(({ email }) => email))
  const responses = callTogether(
    people.map((person, at) => [
      { ...person, cookie: flows[at] ?? '' },
      {
        method: 'POST',
        path: '/api/auth/verify-code',
        name,
        body: { email: person.email, code: codes[at] },
      },
    ]),
  )
  return people.map(({ address }, at) => {
    const response = responses[at]
    if (response === undefined) throw new Error('signing in: no response')
    return { address, cookie: cookiesOf(expected(response, 'signing in')) }
  })
}

/** The cookies that a browser would send back. */
const cookiesOf = ({ cookies }: { cookies: { [name: string]: ResponseCookie[] } }): string =>
  Object.values(cookies)
    .flat()
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

const codesFor = (addresses: readonly string[]): string[] => {
  const codes = new Map<string, string>()
  for (let waited = 0; waited < mailSeconds; waited += 0.1) {
    for (const article of readMailbox().split('<article>')) {
      const address = /To ([^\s,]+),/.exec(article)?.[1]
      const code = /<code>(\d{6})<\/code>/.exec(article)?.[1]
      if (address !== undefined && code !== undefined && !codes.has(address)) {
        codes.set(address, code)
      }
    }
    if (addresses.every((address) => codes.has(address))) break
    sleep(0.1)
  }
  return addresses.map((address) => {
    const code = codes.get(address)
    if (code === undefined) throw new Error(`No sign-in email arrived within ${mailSeconds} s`)
    return code
  })
}

/** Without a forwarding header, because the mailbox responds to local visits only. */
const readMailbox = (): string => {
  const page = http.get(`${siteUrl}/dev/mailbox`, {
    headers: { cookie: `mailbox-key=${mailboxKey}` },
    tags: { name: 'mailbox' },
  })
  if (page.status === 200) return String(page.body)
  throw new Error(
    `The mailbox page returned ${page.status}. Members sign in through it, so the site must run on http://localhost without SMTP_URL, and MAILBOX_KEY must be the key in the mailbox's link`,
  )
}

/** Three visits from three networks, which the limits must count separately. */
const mustTellNetworksApart = (): void => {
  const left = [1, 2, 3].map(() => {
    const response = call(newVisitor(), {
      method: 'GET',
      path: '/api/auth/geolocation',
      name: 'geolocation',
    })
    return /;r=(\d+)/.exec(expected(response, 'the site').headers.Ratelimit ?? '')?.[1] ?? 'off'
  })
  if (new Set(left).size > 1) {
    throw new Error('The site treats all members as one network: start it with TRUST_PROXY_HOPS=1')
  }
}
