import type { IncomingHttpHeaders } from 'node:http'
import { readMailbox } from '@answerable/contracts/mailbox'
import { forward } from './calls/forward.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import { answerOther } from './pages/pages.ts'

/** The mailbox of a development site, for whoever sits at this machine; to others it does not exist. */
export const answerMailbox = (
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'sessions' | 'limiter' | 'web' | 'fileHeaders'>,
) => {
  const read = forward(readMailbox, config, deps)
  const deny = answerOther(deps)
  return (exchange: Exchange): Promise<void> =>
    isLocalVisit({
      headers: exchange.request.headers,
      peer: config.MAILBOX === 'published' ? null : exchange.request.socket.remoteAddress,
    })
      ? read(exchange)
      : deny(exchange)
}

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const loopback = /^((::ffff:)?127(\.\d{1,3}){3}|::1)$/
const forwardingHeader = /^(forwarded|via|x-real-ip|x-forwarded.*|cf-.*|true-client-ip)$/

/** Whether a request was made at this machine: `peer` is the other end's address, null where it says nothing. */
export const isLocalVisit = (visit: {
  headers: IncomingHttpHeaders
  peer: string | undefined | null
}): boolean =>
  (visit.peer === null || loopback.test(visit.peer ?? '')) &&
  localHost.test(visit.headers.host ?? '') &&
  !Object.keys(visit.headers).some((name) => forwardingHeader.test(name))
