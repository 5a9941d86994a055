import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { TestNetwork } from './network.ts'

export type Received = { headers: IncomingHttpHeaders; body: string }

/** The content of a message that the secret verifies, as a receiver does. Throws if it does not. */
export const verified = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

/** A website of the test network that collects what it receives. */
export type Receiver = {
  address: string
  received: readonly Received[]
  /** How it responds from now on; 204 by default. */
  respond: (respond: RequestListener) => void
}

export const addReceiver = (network: TestNetwork, name: string): Receiver => {
  const received: Received[] = []
  let respond: RequestListener = (_request, response) => response.writeHead(204).end()
  network.host(name, {
    handler: (request, response) => {
      text(request)
        .then((body) => {
          received.push({ headers: request.headers, body })
          respond(request, response)
        })
        .catch(() => {})
    },
  })
  return {
    address: `http://${name}/hook?token=hidden`,
    received,
    respond: (next) => {
      respond = next
    },
  }
}
