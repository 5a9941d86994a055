import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath } from '@answerable/contracts/live'
import {
  type Passport,
  passportHeader,
  verifyPassport,
} from '@answerable/service-kit/calls/passport'
import { AppError } from '@answerable/service-kit/errors'
import { isOwnOrigin } from '@answerable/service-kit/http/own-origin'
import { refuseSocket } from '@answerable/service-kit/http/refuse-socket'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import { WebSocketServer } from 'ws'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'

const maxMessageBytes = 1_024

/** Accepts websockets with a service token of the gateway. Returns a function that closes all of them. */
export const acceptSockets = (
  server: Server,
  config: Config,
  {
    sockets,
    broadcast,
    commentUpdates,
    unread,
    log,
  }: Pick<Deps, 'sockets' | 'broadcast' | 'commentUpdates' | 'unread' | 'log'>,
) => {
  const handshakes = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  let isStopping = false
  server.on('upgrade', (request, socket, head) => {
    const passport = passportOf(request, config)
    const refusal = isStopping
      ? new AppError('unavailable', { retryAfterSeconds: 1 })
      : refusalOf(request, config, { passport, size: sockets.size() })
    const requestId = requestIdOf(request)
    if (refusal !== null) {
      log.debug({ requestId, code: refusal.code }, 'websocket rejected')
      refuse(socket, refusal, requestId)
      return
    }
    const userId = passport?.viewer?.id ?? null
    handshakes.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.add(webSocket, socket, userId)
      sockets.greet(socket, [...broadcast.recent(), ...commentUpdates.recent()])
      if (userId !== null) unread.ask(userId)
      log.debug({ requestId }, 'websocket opened')
    })
  })
  return async (): Promise<void> => {
    isStopping = true
    await sockets.close()
  }
}

const passportOf = (
  { headers, method = '', url = '' }: IncomingMessage,
  { PASSPORT_KEYS }: Config,
): Passport | null => {
  const token = headers[passportHeader]
  return verifyPassport(PASSPORT_KEYS, typeof token === 'string' ? token : undefined, {
    audience: 'realtime',
    method,
    path: url,
  })
}

const refusalOf = (
  { headers, url }: IncomingMessage,
  config: Config,
  { passport, size }: { passport: Passport | null; size: number },
): AppError | null => {
  if (passport === null) return new AppError('passport_refused')
  if (url !== livePath) return new AppError('not_found')
  const site = { publicOrigin: config.PUBLIC_ORIGIN, host: headers.host }
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, site)) {
    return new AppError('cross_site_request')
  }
  if (size >= config.MAX_SOCKETS) return new AppError('unavailable', { retryAfterSeconds: 5 })
  return null
}

const requestIdOf = ({ headers }: IncomingMessage): string => {
  const requestId = headers[requestIdHeader]
  return typeof requestId === 'string' ? requestId : randomUUID()
}

const refuse = (socket: Duplex, error: AppError, requestId: string): void => {
  socket.on('error', () => socket.destroy())
  refuseSocket(socket, error, { requestId, headers: [] })
}
