import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppError, errorBodyOf } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http-app'
import { errorHeaders } from './exchange.ts'

/** Answers a connection that never became a request, and closes it. */
export const refuseRaw = (
  socket: Duplex,
  error: AppError,
  securityHeaders: readonly string[],
): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const body = JSON.stringify(errorBodyOf(error, requestId))
  const headers = [
    ...securityHeaders,
    requestIdHeader,
    requestId,
    ...errorHeaders(error),
    'content-length',
    String(Buffer.byteLength(body)),
    'connection',
    'close',
  ]
  const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`]
  for (let index = 0; index < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  }
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
