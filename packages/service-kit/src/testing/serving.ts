import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** A request listener of a fake service; a request that it cannot handle ends without a response. */
export const serving =
  (
    handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): RequestListener =>
  (request, response) => {
    handle(request, response).catch(() => response.destroy())
  }
