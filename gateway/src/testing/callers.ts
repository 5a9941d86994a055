import { createHash, randomUUID } from 'node:crypto'
import type { Viewer } from '@answerable/contracts/sessions'
import type { TestGateway, TestResponse } from './gateway.ts'
import { json, type Reply, type StandIn } from './stand-in.ts'

export type Caller = {
  viewer: Viewer | null
  /** The headers by which the gateway knows this caller, behind one trusted proxy. */
  headers: Record<string, string>
}

type Lookup = { sessionHash?: string; sessionHashes?: string[] }

/** The hashes of all sessions that the gateway has looked up at the fake auth service, alone or together. */
export const sessionLookups = (auth: StandIn): string[] =>
  auth.received
    .filter(({ url }) => url.startsWith('/internal/sessions/'))
    .flatMap(({ body }) => {
      const { sessionHash, sessionHashes = [] }: Lookup = JSON.parse(body)
      return sessionHash === undefined ? sessionHashes : [sessionHash]
    })

/** Resolves the sessions of one or of several lookups. */
export const resolvedBy =
  (viewerOf: (sessionHash: string) => Viewer | null | undefined): Reply =>
  (received, response, request) => {
    const { sessionHash, sessionHashes }: Lookup =
      received.body === '' ? {} : JSON.parse(received.body)
    const resolved = (hash = '') => ({ viewer: viewerOf(hash) ?? null, suspended: false })
    const body =
      sessionHashes === undefined
        ? resolved(sessionHash)
        : { sessions: sessionHashes.map((hash) => resolved(hash)) }
    json(200, body)(received, response, request)
  }

/** Opens sessions at the fake auth service, one per member. */
export const openSessions = (...sites: readonly TestGateway[]) => {
  const viewers = new Map<string, Viewer>()
  for (const { auth } of sites) {
    auth.replyWith(resolvedBy((hash) => viewers.get(hash)))
  }
  return {
    visitor: (address = newAddress()): Caller => ({
      viewer: null,
      headers: { 'x-forwarded-for': address },
    }),
    /** Several accounts with the same `voter` share a mailbox. */
    member: (
      address = newAddress(),
      role: Viewer['role'] = 'member',
      voter?: Viewer['voter'],
    ): Caller => {
      const viewer = { id: randomUUID(), username: 'someone', role, ...(voter && { voter }) }
      const session = randomUUID()
      viewers.set(createHash('sha256').update(session).digest('base64url'), viewer)
      return { viewer, headers: { 'x-forwarded-for': address, cookie: `sid=${session}` } }
    },
  }
}

/** An address on a separate network. */
export const newAddress = (): string => {
  const [, first, second] = randomUUID().split('-')
  return `2001:db8:${first}:${second}::1`
}

const atOnce = 30

/** Makes the same call this many times, partly concurrently. */
export const repeat = async (
  times: number,
  call: () => Promise<TestResponse>,
): Promise<TestResponse[]> => {
  const responses: TestResponse[] = []
  while (responses.length < times) {
    const batch = Math.min(atOnce, times - responses.length)
    responses.push(...(await Promise.all(Array.from({ length: batch }, call))))
  }
  return responses
}
