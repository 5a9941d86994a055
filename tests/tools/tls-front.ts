import { type IncomingHttpHeaders, request } from 'node:http'
import { createServer, request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { selfSigned } from './self-signed.ts'

type TlsResponse = {
  status: number
  headers: IncomingHttpHeaders
  setCookies: readonly string[]
  body: string
}

export type TlsFront = {
  ask: (request: {
    path: string
    method?: string
    headers?: Record<string, string>
    body?: string
  }) => Promise<TlsResponse>
  stop: () => Promise<void>
}

/**
 * The reverse proxy in front of a production site: terminates TLS for its host name and forwards all
 * requests.
 */
export const startTlsFront = async (host: string, target: () => string): Promise<TlsFront> => {
  const certificate = selfSigned(host)
  const server = createServer(certificate, (incoming, outgoing) => {
    const onward = request(new URL(target()), {
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
    })
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ask: ({ path, method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const call = secureRequest({
          // Trusts exactly this certificate and verifies the host name, although it connects by address.
          ca: certificate.cert,
          servername: host,
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { host, ...headers },
          agent: false,
        })
        call.on('error', reject)
        call.on('response', (response) => {
          text(response).then(
            (body) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                setCookies: response.headers['set-cookie'] ?? [],
                body,
              }),
            reject,
          )
        })
        call.end(body)
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
