import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { AppError } from '@answerable/service-kit/errors'
import { refuseSocket } from '@answerable/service-kit/http/refuse-socket'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'

/** Responds on a connection without a valid request, with the headers of every response. */
export const refuseRaw = (
  socket: Duplex,
  error: AppError,
  securityHeaders: readonly string[],
): void => {
  const requestId = randomUUID()
  const headers = [...securityHeaders, requestIdHeader, requestId, 'cache-control', 'no-store']
  refuseSocket(socket, error, { requestId, headers })
}
