import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callTogether } from '@answerable/contracts/grouped-calls'
import type { BackendName, RouteRequest } from '@answerable/contracts/route'
import { readSessionChanges } from '@answerable/contracts/sessions'
import {
  type Passport,
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  verifyPassport,
} from '@answerable/service-kit/calls/passport'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { freePort } from '../../../site/free-port.ts'

/** A request as it reached the service. */
type Received = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  /** Null when the request did not carry a valid one. */
  passport: Passport | null
  body: string
}

export type Reply = (received: Received, response: ServerResponse, request: IncomingMessage) => void

export type StandIn = {
  url: string
  /** In order, without what the gateway requests by itself: health checks and changes of sessions. */
  received: Received[]
  /** The current reply. */
  reply: () => Reply
  /** Sets the reply to the next requests. */
  replyWith: (reply: Reply) => void
  /** Closes the port, as a stopped service does; `start` opens the same port again. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_received, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(JSON.stringify(body))
  }

const success: Reply = json(200, {})

/** Takes each call of a group as a request of its own. */
const takeEach = async (origin: string, text: string) => {
  const { method, calls }: RouteRequest<typeof callTogether>['body'] = JSON.parse(text)
  const replies = await Promise.all(
    calls.map(async ({ path, passport, requestId, body = null }) => {
      const headers = {
        [passportHeader]: passport,
        [requestIdHeader]: requestId,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      }
      const response = await fetch(`${origin}${path}`, {
        method,
        headers,
        body,
        redirect: 'manual',
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }),
  )
  return {
    parts: replies.map(({ text }) => text),
    responses: replies.map(({ status, headers }, place) => ({
      ...{ status, headers: Object.fromEntries(headers), body: [place] },
    })),
  }
}

/** A fake of a service that is not under test. It receives grouped calls one by one, unless it keeps groups. */
export const startStandIn = async (
  service: BackendName,
  { keepsGroups = false } = {},
): Promise<StandIn> => {
  const keys = readPassportKeys(passportKeysFor(testMasterKey, service)) ?? new Map()
  const received: Received[] = []
  let reply: Reply = success

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    const token = headers[passportHeader]
    const passport = verifyPassport(keys, String(token), { audience: service, method, path: url })
    const entry = { method, url, headers, passport, body: await text(request) }
    if (url === callTogether.path && !keepsGroups) {
      json(200, await takeEach(origin, entry.body))(entry, response, request)
      return
    }
    if (url !== readSessionChanges.path) received.push(entry)
    reply(entry, response, request)
  }

  const open = () =>
    createServer((request, response) => {
      if (request.url === '/ready') response.end('{"ready":true}')
      // An aborted request was not received.
      else take(request, response).catch(() => response.destroy())
    })

  let server = open()
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const port = await listen(await freePort())
  const origin = `http://127.0.0.1:${port}`

  return {
    url: origin,
    received,
    reply: () => reply,
    replyWith: (next) => {
      reply = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: async () => {
      server = open()
      await listen(port)
    },
  }
}
