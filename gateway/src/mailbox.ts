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
  deps: Pick<Deps, 'upstreams' | 'sessions' | 'limiter' | 'web'>,
) => {
  const read = forward(readMailbox, config, deps)
  const deny = answerOther(deps)
  return (exchange: Exchange): Promise<void> =>
    isLocalVisit(exchange.request.headers) ? read(exchange) : deny(exchange)
}

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const forwardingHeader = /^(forwarded|via|x-real-ip|x-forwarded.*|cf-.*|true-client-ip)$/

const isLocalVisit = (headers: IncomingHttpHeaders): boolean =>
  localHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwardingHeader.test(name))
