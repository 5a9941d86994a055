import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { livePath } from '@answerable/contracts/live'
import type { BackendName } from '@answerable/contracts/route'
import type { Lease } from '@answerable/service-kit/calls/load-balancer'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { nullAfter } from '@answerable/service-kit/calls/with-timeout'
import { AppError, toAppError } from '@answerable/service-kit/errors'
import { closeSpreadOut } from '@answerable/service-kit/http/close-spread-out'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../identity/client-address.ts'
import { isForeignOrigin } from '../identity/cross-site.ts'
import { identify, sessionHashOf } from '../identity/identity.ts'
import { passportFor } from '../identity/passport.ts'
import { invalidHttpMessage } from '../routing/client-errors.ts'
import { refuseRaw } from '../routing/raw-response.ts'
import { acceptTarget } from '../routing/request-target.ts'

/** The paths that accept websockets, and the services that serve them. */
const upgradeTable: ReadonlyMap<string, BackendName> = new Map([[livePath, 'realtime']])

const upgradeTimeoutMilliseconds = 4_000
const closingMilliseconds = 1_000
const recheckIntervalMilliseconds = 60_000
/** The first byte of a Close frame (RFC 6455, section 5.2). */
const closeByte = 0x88
/** Close, 1012: the server restarts (RFC 6455, section 5.5.1). */
const restartFrame = Buffer.from([closeByte, 0x02, 0x03, 0xf4])

type UpgradeDeps = Pick<
  Deps,
  'upstreams' | 'sessions' | 'sessionSockets' | 'limiter' | 'requestLog' | 'securityHeaders'
>

/** Proxies websockets to realtime and refuses every other upgrade. Returns the function that closes them all. */
export const acceptUpgrades = (server: Server, config: Config, deps: UpgradeDeps) => {
  const open = new Map<Socket, Socket>()
  const leases = new WeakMap<IncomingMessage, Lease>()
  /** Sockets whose page has sent a Close frame. Realtime replies with one; a second reply would be an error. */
  const closing = new WeakSet<Socket>()
  /** Sockets whose session ended during the handshake. A page would log a handshake that is cut off as an error. */
  const endedEarly = new WeakSet<Socket>()
  let isStopping = false
  /** Asks the page to reconnect, if need be after its handshake; it gets no message from now on. May be called several times. */
  const closeSocket = async (socket: Socket): Promise<void> => {
    const upstreamSocket = open.get(socket)
    if (upstreamSocket === undefined) {
      endedEarly.add(socket)
      return
    }
    const closed = new Promise((resolve) => socket.once('close', resolve))
    if (socket.writable) {
      upstreamSocket.unpipe(socket)
      if (!closing.has(socket)) socket.write(restartFrame)
      socket.end()
    }
    await nullAfter(closed, closingMilliseconds)
    socket.destroy()
  }
  const proxy = proxyTo(config.REALTIME_URL, {
    ...{ open, closing, leases, deps },
    isStopping: () => isStopping,
    onOpen: (socket) => {
      if (endedEarly.has(socket)) void closeSocket(socket)
    },
  })
  server.on('upgrade', (request, _socket, head) => {
    const { socket } = request
    socket.on('error', () => socket.destroy())
    const refusalHeaders = [...deps.securityHeaders]
    const close = () => void closeSocket(socket)
    admit({ request, refusalHeaders, close }, config, deps).then(
      (headers) => {
        if (socket.destroyed) return
        request.headers = headers
        const lease = deps.upstreams.realtime.replicas.acquire()
        leases.set(request, lease)
        socket.once('close', () => lease.release('abandoned'))
        proxy.upgrade(request, socket, head)
      },
      (error: unknown) => refuseRaw(socket, toAppError(error), refusalHeaders),
    )
  })
  const rechecks = setInterval(
    () => void deps.sessionSockets.recheck(deps.sessions.lookup),
    recheckIntervalMilliseconds,
  )
  return async (): Promise<void> => {
    isStopping = true
    clearInterval(rechecks)
    await closeSpreadOut([...open.keys()], closeSocket)
  }
}

/** Returns the headers of the proxied request. */
const admit = async (
  {
    request,
    refusalHeaders,
    close,
  }: { request: IncomingMessage; refusalHeaders: string[]; close: () => void },
  config: Config,
  deps: Pick<Deps, 'sessions' | 'sessionSockets' | 'limiter' | 'requestLog'>,
): Promise<IncomingHttpHeaders> => {
  if (!acceptTarget(request)) throw new AppError('invalid_request', { message: invalidHttpMessage })
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
  const address = clientAddress(request, config.TRUST_PROXY_HOPS)
  const sessionHash = sessionHashOf(request, config)
  const remove =
    sessionHash === null
      ? () => {}
      : deps.sessionSockets.add(sessionHash, { address, requestId, close })
  request.socket.once('close', remove)
  // A page keeps its websocket for long, so a visitor's is opened only after the lookup was repeated for a while.
  const call = { request, requestId, access: 'signed-in' } as const
  const viewer = await identify(call, config, deps.sessions).catch(() => null)
  if (viewer === null) remove()
  const caller = { viewer, address }
  deps.limiter.countSocket(request.socket, caller)
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

/** Whether realtime would accept the handshake: only then is another response a failure of realtime. */
const isHandshake = (headers: IncomingHttpHeaders): boolean =>
  isWebsocket(headers) &&
  handshakeKey.test(headers['sec-websocket-key'] ?? '') &&
  headers['sec-websocket-version'] === '13'

/** 16 bytes in base64. */
const handshakeKey = /^[+/0-9A-Za-z]{22}==$/

/** Other protocols, such as h2c, are ignored, as RFC 9110 (7.8) allows. */
export const isWebsocket = ({ upgrade }: IncomingHttpHeaders): boolean =>
  upgrade?.toLowerCase() === 'websocket'

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders =>
  Object.fromEntries(names.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])))

type ProxyOptions = {
  /** Open websockets by client socket, with their sockets to realtime. */
  open: Map<Socket, Socket>
  closing: WeakSet<Socket>
  /** The instance of each handshake. */
  leases: WeakMap<IncomingMessage, Lease>
  deps: UpgradeDeps
  isStopping: () => boolean
  /** Gets each client socket after the response to its handshake, before anything from realtime. */
  onOpen: (socket: Socket) => void
}

const proxyTo = (
  target: string,
  { open, closing, leases, deps, isStopping, onOpen }: ProxyOptions,
) => {
  const headers = deps.securityHeaders
  return createProxyMiddleware({
    target,
    router: (request) => leases.get(request)?.origin ?? target,
    upgradeTimeout: upgradeTimeoutMilliseconds,
    on: {
      proxyReqWs: (proxyRequest, _request, socket) => {
        // A response instead of an upgrade is replaced by the gateway's own error.
        proxyRequest.once('response', () =>
          refuseRaw(socket, new AppError('unavailable', { retryAfterSeconds: 5 }), headers),
        )
        proxyRequest.once('upgrade', (_response, upstreamSocket: Socket) => {
          open.set(socket, upstreamSocket)
          socket.on('data', (chunk: Buffer) => {
            if (chunk[0] === closeByte) closing.add(socket)
          })
          // Piping alone leaves one socket open when the other closes.
          socket.once('close', () => {
            open.delete(socket)
            upstreamSocket.destroy()
          })
          upstreamSocket.once('close', () => socket.destroySoon())
          if (isStopping()) socket.destroy()
          if (socket.destroyed) {
            open.delete(socket)
            upstreamSocket.destroy()
            return
          }
          // This listener runs before the one that responds and pipes; pipes begin later.
          process.nextTick(onOpen, socket)
        })
      },
      error: (error, request, response) => {
        const socket = response as Socket
        // A client that gave up its handshake is no failure of realtime.
        if (open.has(socket) || socket.destroyed) {
          socket.destroy()
          return
        }
        leases.get(request)?.release('failure')
        deps.requestLog.write('warn', { err: error }, 'proxying a websocket failed')
        const refusal = new AppError('unavailable', { retryAfterSeconds: 1 })
        refuseRaw(socket, refusal, headers)
      },
    },
  })
}
