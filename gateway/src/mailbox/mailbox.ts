import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { readMailbox } from '@answerable/contracts/mailbox'
import { isLoopback } from '@answerable/service-kit/http/client-address'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { serveFallback } from '../pages/pages.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import { forward } from '../upstream/forward.ts'

const cookieName = 'mailbox-key'

/**
 * The mailbox of a development site. Its link contains a key, which is then stored in a cookie. Without the key,
 * a visitor from this machine learns how to print the link; for others the page is 404.
 */
export const serveMailbox = (
  config: Config,
  deps: Pick<
    Deps,
    'upstreams' | 'groupedCalls' | 'sessions' | 'limiter' | 'web' | 'fileHeaders' | 'workerHeaders'
  >,
) => {
  const read = forward(readMailbox, config, deps)
  const deny = serveFallback(deps)
  const isKey = keyCheck(config.MAILBOX_KEY ?? '')
  return async (context: RequestContext): Promise<void> => {
    const { headers, socket, url = '' } = context.request
    const peer = config.mailbox === 'published' ? null : socket.remoteAddress
    if (!isLocalVisit({ headers, peer })) return deny(context)
    const given = new URLSearchParams(url.slice(context.path.length)).get('key')
    if (isKey(given)) return storeKey(context, config.MAILBOX_KEY ?? '')
    if (isKey(parseCookie(headers.cookie ?? '')[cookieName])) return read(context)
    requireKey(context)
  }
}

/** The redirect removes the key from the address bar and the browser's history. */
const storeKey = (context: RequestContext, key: string): void =>
  respond(context, {
    status: 303,
    headers: [
      'location',
      readMailbox.path,
      'set-cookie',
      stringifySetCookie({
        name: cookieName,
        value: key,
        httpOnly: true,
        sameSite: 'strict',
        path: readMailbox.path,
      }),
      'cache-control',
      'no-store',
    ],
    body: '',
  })

const requireKey = (context: RequestContext): void =>
  respond(context, {
    status: 403,
    headers: ['content-type', 'text/plain; charset=utf-8', 'cache-control', 'no-store'],
    body: `Open the mailbox with its link, which contains a key.
The site prints the link when it starts. In containers, print it with:
  docker compose exec gateway node src/mailbox-link.ts
`,
  })

/** The link that opens the mailbox. */
export const mailboxLink = (origin: string, key: string): string =>
  `${origin}${readMailbox.path}?key=${key}`

const keyCheck = (key: string) => {
  const expected = digest(key)
  return (given: string | null | undefined): boolean =>
    typeof given === 'string' && timingSafeEqual(digest(given), expected)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const forwardingHeader = /^(forwarded|via|x-real-ip|x-forwarded.*|cf-.*|true-client-ip)$/

/**
 * Whether a request seems to come from this machine. `peer` is the remote address, null where it has no meaning.
 * Headers can be forged, so the key is required as well.
 */
export const isLocalVisit = (visit: {
  headers: IncomingHttpHeaders
  peer: string | undefined | null
}): boolean =>
  (visit.peer === null || isLoopback(visit.peer ?? '')) &&
  localHost.test(visit.headers.host ?? '') &&
  !Object.keys(visit.headers).some((name) => forwardingHeader.test(name))
