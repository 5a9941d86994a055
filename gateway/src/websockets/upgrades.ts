import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { livePath } from '@answerable/contracts/live'
import type { BackendName } from '@answerable/contracts/route'
import type { Lease } from '@answerable/service-kit/calls/load-balancer'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { AppError, toAppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/http-app'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../identity/client-address.ts'
import { isForeignOrigin } from '../identity/cross-site.ts'
import { identify } from '../identity/identity.ts'
import { passportFor } from '../identity/passport.ts'
import { notARequest } from '../routing/client-errors.ts'
import { refuseRaw } from '../routing/raw-response.ts'
import { acceptTarget } from '../routing/request-target.ts'

/** The paths at which a connection may become a websocket, and whose it then is. */
const upgradeTable: ReadonlyMap<string, BackendName> = new Map([[livePath, 'realtime']])

const upgradeTimeoutMilliseconds = 4_000
const longestSpreadMilliseconds = 3_000
const closingMilliseconds = 1_000
/** Close, 1012: the server restarts (RFC 6455, section 5.5.1). */
const restartFrame = Buffer.from([0x88, 0x02, 0x03, 0xf4])

type Doorkeeping = Pick<
  Deps,
  'upstreams' | 'sessions' | 'limiter' | 'requestLog' | 'securityHeaders'
>

/** Passes websockets on to realtime and refuses every other upgrade. Answers what ends them all. */
export const acceptUpgrades = (server: Server, config: Config, deps: Doorkeeping) => {
  const open = new Map<Socket, Socket>()
  const turns = new WeakMap<IncomingMessage, Lease>()
  let isStopping = false
  const proxy = proxyTo(config.REALTIME_URL, { open, turns, deps, isStopping: () => isStopping })
  server.on('upgrade', (request, _socket, head) => {
    const { socket } = request
    socket.on('error', () => socket.destroy())
    const refusalHeaders = [...deps.securityHeaders]
    admit({ request, refusalHeaders }, config, deps).then(
      (headers) => {
        request.headers = headers
        const turn = deps.upstreams.realtime.replicas.acquire()
        turns.set(request, turn)
        socket.once('close', () => turn.release('abandoned'))
        proxy.upgrade(request, socket, head)
      },
      (error: unknown) => refuseRaw(socket, toAppError(error), refusalHeaders),
    )
  })
  return async (): Promise<void> => {
    isStopping = true
    // Not all at once, so that they do not come back all at once.
    const spread = Math.min(open.size, longestSpreadMilliseconds)
    await Promise.all(
      [...open].map(async ([socket, inner]) => {
        await delay(Math.random() * spread)
        inner.unpipe(socket)
        socket.end(restartFrame)
        await Promise.race([once(socket, 'close'), delay(closingMilliseconds)])
        socket.destroy()
      }),
    )
  }
}

/** Answers the headers that the request is passed on with. */
const admit = async (
  { request, refusalHeaders }: { request: IncomingMessage; refusalHeaders: string[] },
  config: Config,
  deps: Pick<Deps, 'sessions' | 'limiter' | 'requestLog'>,
): Promise<IncomingHttpHeaders> => {
  if (!acceptTarget(request)) throw new AppError('invalid_request', { message: notARequest })
  const { headers, method = '', url: path = '' } = request
  const audience = upgradeTable.get(path)
  if (audience === undefined) throw new AppError('not_found')
  if (method !== 'GET' || !isHandshake(headers)) {
    throw new AppError('invalid_request', {
      message: 'This endpoint accepts WebSocket connections only.',
    })
  }
  if (isForeignOrigin(headers, config.PUBLIC_ORIGIN)) throw new AppError('cross_site_request')
  const requestId = randomUUID()
  const viewer = await identify({ request, requestId, access: 'public' }, config, deps.sessions)
  const caller = { viewer, address: clientAddress(request, config.TRUST_PROXY_HOPS) }
  deps.limiter.enter(request.socket, caller)
  const { refusal, headers: limitHeaders } = await deps.limiter.admit('handshakes', caller)
  refusalHeaders.push(...limitHeaders)
  if (refusal !== null) throw refusal
  const passport = passportFor(request, { audience, method, path, viewer }, config)
  deps.requestLog.write('debug', { requestId, route: path }, 'websocket proxied')
  return {
    connection: 'upgrade',
    upgrade: 'websocket',
    ...pick(headers, ['host', 'origin', 'sec-websocket-key', 'sec-websocket-version']),
    [passportHeader]: passport,
    [requestIdHeader]: requestId,
  }
}

/** Whether realtime would accept it: what it answers to others says nothing of itself. */
const isHandshake = (headers: IncomingHttpHeaders): boolean =>
  isWebsocket(headers) &&
  handshakeKey.test(headers['sec-websocket-key'] ?? '') &&
  headers['sec-websocket-version'] === '13'

/** 16 bytes in base64. */
const handshakeKey = /^[+/0-9A-Za-z]{22}==$/

/** Offers of other protocols, such as h2c, are passed over, as RFC 9110 (7.8) lets a server do. */
export const isWebsocket = ({ upgrade }: IncomingHttpHeaders): boolean =>
  upgrade?.toLowerCase() === 'websocket'

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders =>
  Object.fromEntries(names.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])))

type Passage = {
  /** Open websockets, each with its connection to realtime. */
  open: Map<Socket, Socket>
  /** The instance that each handshake goes to. */
  turns: WeakMap<IncomingMessage, Lease>
  deps: Doorkeeping
  isStopping: () => boolean
}

const proxyTo = (target: string, { open, turns, deps, isStopping }: Passage) => {
  const headers = deps.securityHeaders
  return createProxyMiddleware({
    target,
    router: (request) => turns.get(request)?.origin ?? target,
    upgradeTimeout: upgradeTimeoutMilliseconds,
    on: {
      proxyReqWs: (proxyRequest, _request, socket) => {
        // An answer in place of the upgrade: it is refused in the gateway's own words.
        proxyRequest.once('response', () =>
          refuseRaw(socket, new AppError('unavailable', { retryAfterSeconds: 5 }), headers),
        )
        proxyRequest.once('upgrade', (_answer, inner: Socket) => {
          open.set(socket, inner)
          // Piping alone leaves one side open when the other is torn down.
          socket.once('close', () => {
            open.delete(socket)
            inner.destroy()
          })
          inner.once('close', () => socket.destroySoon())
          if (isStopping()) socket.destroy()
        })
      },
      error: (error, request, answer) => {
        const socket = answer as Socket
        if (open.has(socket)) {
          socket.destroy()
          return
        }
        turns.get(request)?.release('failure')
        deps.requestLog.write('warn', { err: error }, 'proxying a websocket failed')
        const refusal = new AppError('unavailable', { retryAfterSeconds: 1 })
        refuseRaw(socket, refusal, headers)
      },
    },
  })
}
