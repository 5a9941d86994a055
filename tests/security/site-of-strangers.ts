import { readMailbox } from '@answerable/contracts/mailbox'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import type { Actor } from '../fuzz/actors.ts'
import { checkForwarded, checkServiceCall } from '../fuzz/check-service-calls.ts'
import type { ServiceCalls } from '../fuzz/service-calls.ts'
import { type RawResponse, send } from '../fuzz/wire.ts'

/** A request with arbitrary headers. */
export type StrangerRequest = {
  method: string
  target: string
  actor: Actor
  /** Names and values, sent unchanged. */
  headers?: readonly (readonly [name: string, value: string])[]
  body?: string
}

/** Public routes that a service handles. */
export const outside: readonly (readonly [name: string, route: Route])[] = Object.entries<Route>(
  routes,
).filter(
  ([, route]) =>
    route.access !== 'internal' && route.service !== 'gateway' && route !== readMailbox,
)

let clients = 0

/**
 * Sends the request through one trusted proxy, from a separate address; returns the response and its
 * faults.
 */
export const sendAsStranger = async (
  { port, services }: { port: number; services: ServiceCalls },
  { method, target, actor, headers = [], body }: StrangerRequest,
): Promise<{ response: RawResponse; reached: number; problems: string[] }> => {
  clients += 1
  const address = `10.77.${clients >> 8}.${clients & 255}`
  const forged = headers.filter(([name]) => name !== 'x-forwarded-for')
  const claimed = headers.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(forged.some(([name]) => name === 'host') ? [] : [`host: localhost:${port}`]),
    // The proxy appends the address that it sees to the claimed ones.
    `x-forwarded-for: ${[...claimed, address].join(', ')}`,
    ...(actor.cookie === '' ? [] : [`cookie: ${actor.cookie}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    ...forged.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  const head = `${lines.join('\r\n')}\r\n\r\n`
  const response = await send(
    { port, hasBody: method !== 'HEAD' },
    { head, body: body === undefined ? null : Buffer.from(body), isCutShort: false },
  )
  const reached = services.take(response.headers.get('x-request-id') ?? '')
  const sent = { method, target, isOwnCookie: true, sender: { actor, address } }
  return {
    response,
    reached: reached.filter(({ url }) => !url.startsWith('/internal/')).length,
    problems: reached.flatMap((call) => [...checkServiceCall(call), ...checkForwarded(call, sent)]),
  }
}
