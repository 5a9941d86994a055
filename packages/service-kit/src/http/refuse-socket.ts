import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppError, errorBodyOf } from '../errors.ts'

/**
 * Sends a response on a connection without a response object, such as a refused websocket, and closes it.
 * `headers` alternates names and values.
 */
export const refuseSocket = (
  socket: Duplex,
  error: AppError,
  response: { requestId: string; headers: readonly string[] },
): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(errorBodyOf(error, response.requestId))
  const headers = [
    ...response.headers,
    'content-type',
    'application/json; charset=utf-8',
    ...(error.retryAfterSeconds === undefined
      ? []
      : ['retry-after', String(error.retryAfterSeconds)]),
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
