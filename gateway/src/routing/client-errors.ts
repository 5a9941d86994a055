import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@answerable/service-kit/errors'
import { refuseRaw } from './raw-response.ts'

/** Responds to invalid requests: too many headers, no valid HTTP, or not complete in time. */
export const handleClientErrors = (server: Server, securityHeaders: readonly string[]): void => {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => latest.set(request.socket, response))
  // Node would respond 417 without a body; RFC 9110 (10.1.1) lets a server ignore the header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket)
    const isMidResponse = response?.headersSent === true && !response.writableFinished
    if (error.code === 'ECONNRESET' || isMidResponse) socket.destroy()
    else refuseRaw(socket, appErrorOf(error.code), securityHeaders)
  })
}

export const invalidHttpMessage = 'This is not a valid HTTP request.'

const appErrorOf = (code: string | undefined): AppError => {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new AppError('body_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request_timeout')
  return new AppError('invalid_request', { message: invalidHttpMessage })
}
