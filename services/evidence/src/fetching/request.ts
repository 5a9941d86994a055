import type { Readable } from 'node:stream'
import { buildConnector, Client } from 'undici'
import { addressIn } from './addresses.ts'
import { FetchFailure } from './failure.ts'
import type { Network } from './network.ts'
import { publicAddressesOf } from './resolve.ts'

export type Response = {
  status: number
  header: (name: string) => string | null
  /** The body as sent, not decompressed. */
  body: Readable
}

type Options = {
  network: Network
  userAgent: string
  signal: AbortSignal
  /** Sent with POST. By default the request is a GET of a page. */
  post?: { headers: Readonly<Record<string, string>>; body: string }
}

const maxHeaderBytes = 32_768
const pageHeaders = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip',
}
/** Of a connection: a response can be endless without a body, such as one of interim responses or chunk extensions. */
const maxConnectionBytes = 6_000_000

/**
 * Sends one request, without cookies, and passes the response to `read`; the connection is closed afterwards.
 * Follows no redirect. Resolves the name once and connects only to an address of that look-up that was checked.
 * Throws FetchFailure.
 */
export const request = async <Result>(
  url: URL,
  options: Options,
  read: (response: Response) => Promise<Result>,
): Promise<Result> => {
  const { signal } = options
  const addresses = await withSignal(() => publicAddressesOf(url.hostname, options.network), signal)
  for (const [index, address] of addresses.entries()) {
    try {
      return await requestAt(url, address, options, read)
    } catch (error) {
      const isLast = index === addresses.length - 1
      if (isLast || !(error instanceof FetchFailure) || error.kind !== 'no-connection') throw error
    }
  }
  throw new FetchFailure('no-connection')
}

const requestAt = async <Result>(
  url: URL,
  address: string,
  { network, userAgent, signal, post }: Options,
  read: (response: Response) => Promise<Result>,
): Promise<Result> => {
  const name = url.hostname.replace(/\.$/, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const endpoint = network.endpointOf(address, port)
  const connect = buildConnector({ maxCachedSessions: 0, allowH2: false, autoSelectFamily: false })
  const client = new Client(`${url.protocol}//${name}${url.port === '' ? '' : `:${url.port}`}`, {
    maxHeaderSize: maxHeaderBytes,
    pipelining: 0,
    // One time limit, that of `signal`, covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (given, callback) =>
      connect(
        {
          ...given,
          hostname: endpoint.host,
          host: endpoint.host,
          port: String(endpoint.port),
          // Addresses are not allowed as server names (RFC 6066).
          ...(addressIn(name) === null ? { servername: name } : {}),
        },
        (...result) => {
          const [, socket] = result
          socket?.on('readable', () => {
            if (socket.bytesRead > maxConnectionBytes) socket.destroy()
          })
          callback(...result)
        },
      ),
  })
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      signal,
      ...(post === undefined
        ? { method: 'GET', headers: { 'user-agent': userAgent, ...pageHeaders } }
        : {
            method: 'POST',
            headers: { 'user-agent': userAgent, ...post.headers },
            body: post.body,
          }),
    })
    body.on('error', () => {})
    const header = (wanted: string): string | null => {
      const value = headers[wanted]
      return (Array.isArray(value) ? value[0] : value) ?? null
    }
    return await withSignal(() => read({ status: statusCode, header, body }), signal)
  } catch (error) {
    throw failureOf(error, signal)
  } finally {
    client.destroy().catch(() => {})
  }
}

const failureOf = (error: unknown, signal: AbortSignal): FetchFailure => {
  if (error instanceof FetchFailure) return error
  if (signal.aborted) return new FetchFailure('too-late', error)
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code)) {
    return new FetchFailure('no-connection', error)
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new FetchFailure('no-connection', error)
  if (/CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code)) {
    return new FetchFailure('no-valid-certificate', error)
  }
  return new FetchFailure('no-valid-response', error)
}

/** Rejects when the signal aborts, also if the work ignores the signal. After that no work starts. */
const withSignal = <Result>(start: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  if (signal.aborted) return Promise.reject(new FetchFailure('too-late'))
  const work = start()
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new FetchFailure('too-late'))
    signal.addEventListener('abort', onAbort)
  })
  work.catch(() => {})
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}
