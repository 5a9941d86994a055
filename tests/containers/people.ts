import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { readMailbox } from '@answerable/contracts/mailbox'
import { requestMagicLink, verifyCode } from '@answerable/contracts/sign-in'
import { type Submission, submitBoycott } from '@answerable/contracts/submissions'
import type { Call, Client } from '../faults/client.ts'

export type Person = { cookie: string; address: string }

/** Returns the newest codes that were mailed, by address. */
export type ReadCodes = () => Promise<Map<string, string>>

/** The mailbox page shows the newest 50 mails. */
const atOnce = 5
const mailMilliseconds = 30_000

/** New members, each on a network of their own, who read their codes in mails. */
export const signInPeople = async (
  client: Client,
  { count, readCodes }: { count: number; readCodes: ReadCodes },
): Promise<Person[]> => {
  const people: Person[] = []
  while (people.length < count) {
    const next = Math.min(atOnce, count - people.length)
    people.push(...(await signInTogether(client, next, readCodes)))
  }
  return people
}

const signInTogether = async (
  client: Client,
  count: number,
  readCodes: ReadCodes,
): Promise<Person[]> => {
  const newcomers = Array.from({ length: count }, () => {
    const id = randomBytes(8).toString('hex')
    const network = `${id.slice(0, 4)}:${id.slice(4, 8)}`
    return { email: `load-${id}@load.example`, address: `2001:db8:${network}::1` }
  })
  const post = (path: string, { address }: { address: string }, body: unknown, cookie = '') =>
    must(client, { method: 'POST', path, address, body, cookie })
  const flows = await Promise.all(
    newcomers.map(async (one) =>
      cookiesOf(await post(requestMagicLink.path, one, { email: one.email })),
    ),
  )
  const addresses = newcomers.map(({ email }) => email)
  const codes = await codesFor(addresses, readCodes)
  return Promise.all(
    newcomers.map(async (one, at) => {
      const body = { email: one.email, code: codes.get(one.email) }
      const response = await post(verifyCode.path, one, body, flows[at])
      return { address: one.address, cookie: cookiesOf(response) }
    }),
  )
}

const codesFor = async (
  addresses: readonly string[],
  readCodes: ReadCodes,
): Promise<Map<string, string>> => {
  const deadline = performance.now() + mailMilliseconds
  while (true) {
    const codes = await readCodes()
    if (addresses.every((address) => codes.has(address))) return codes
    if (performance.now() > deadline) throw new Error('no sign-in mail came')
    await delay(100)
  }
}

/** Reads the site's mailbox, without a forwarded address, because it responds to local visits only. */
export const mailboxReader = (client: Client, mailboxKey: string): ReadCodes => {
  const headers = { cookie: `mailbox-key=${mailboxKey}` }
  return async () => {
    const codes = new Map<string, string>()
    const page = await fetch(new URL(readMailbox.path, client.gateway()), { headers })
    for (const article of (await page.text()).split('<article>')) {
      const address = /To ([^\s,]+),/.exec(article)?.[1]
      const code = /<code>(\d{6})<\/code>/.exec(article)?.[1]
      if (address !== undefined && code !== undefined) codes.set(address, code)
    }
    return codes
  }
}

/** Creates one submission by each member, about numbered targets; returns their ids. */
export const submitOneEach = (
  client: Client,
  authors: readonly Person[],
  target = 'Anvils',
): Promise<string[]> =>
  Promise.all(
    authors.map(async (author, at) => {
      const body = { targetName: `${target} ${at}`, location: 'Springfield', reasons: 'They fall.' }
      const call = { ...author, method: 'POST', path: submitBoycott.path, body } as const
      return (JSON.parse((await must(client, call)).text) as Submission).id
    }),
  )

const timeoutMilliseconds = 20_000

/** Preparations are not part of the measurement: on a busy machine they wait and retry. */
const must = async (client: Client, call: Call) => {
  const deadline = performance.now() + timeoutMilliseconds
  let response = await client.send(call)
  while (response.status === 503 && performance.now() < deadline) {
    await delay(250)
    response = await client.send(call)
  }
  if (response.status >= 200 && response.status < 300) return response
  throw new Error(
    `${call.path} responded with ${response.status} ${response.error ?? response.text}`,
  )
}

const cookiesOf = ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
