import { randomUUID } from 'node:crypto'
import { errorBody } from '@answerable/contracts/errors'
import {
  pathOf,
  type Route,
  type RouteInput,
  type RouteResponse,
  type ServiceName,
} from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { expect } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import {
  passportHeader,
  passportKeysFor,
  passportLifetimeSeconds,
  readPassportKeys,
  signPassport,
} from '../calls/passport.ts'
import type { BaseConfig, Environment } from '../config.ts'
import { createLog } from '../log.ts'
import { memoryRateLimitStore } from '../rate-limit/memory-store.ts'
import { type ServiceDefinition, startService } from '../service.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

type Options = {
  viewer?: Viewer | null
  clientAddress?: string
  headers?: Record<string, string>
  /** Signs as this issuer instead of the gateway. */
  issuer?: ServiceName
  signal?: AbortSignal
}

export type Answer<Body> = { status: number; body: Body; headers: Headers; text: string }

export type TestService = BareTestService & { database: TestDatabase }

export type BareTestService = {
  url: string
  /** URL of its metrics; null without METRICS_PORT. */
  metricsUrl: string | null
  bus: Bus
  /** Calls a route as the gateway would and validates the response against the route's schemas. */
  call: <R extends Route>(
    route: R,
    input: RouteInput<R>,
    options?: Options,
  ) => Promise<Answer<RouteResponse<R>>>
  /** Sends any request with a valid passport. */
  send: (
    request: { method: string; path: string; body?: string },
    options?: Options,
  ) => Promise<Answer<unknown>>
  stop: () => Promise<void>
}

export const testMasterKey = 'a key for tests only, of enough length'

/** Runs the real service on a database of its own, with in-process bus and rate limits. */
export const startTestService = async <Config extends BaseConfig, Deps>(
  definition: ServiceDefinition<Config, Deps>,
  environment: Environment = {},
): Promise<TestService> => {
  const database = await cloneDatabase(definition.name)
  const service = await startBareTestService(definition, {
    DATABASE_URL: database.url,
    ...environment,
  })
  return {
    ...service,
    database,
    stop: async () => {
      await service.stop()
      await database.drop()
    },
  }
}

/** Runs a real service without a database, with in-process bus and rate limits. */
export const startBareTestService = async <Config extends BaseConfig, Deps>(
  definition: ServiceDefinition<Config, Deps>,
  environment: Environment = {},
): Promise<BareTestService> => {
  const log = createLog({ service: 'test', level: 'silent' })
  const bus = memoryBus({ log })
  const rateLimitStore = memoryRateLimitStore()
  const service = await startService(
    definition,
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      PASSPORT_KEYS: passportKeysFor(testMasterKey, definition.name),
      ...environment,
    },
    { bus, rateLimitStore },
  )
  const send = sender(service.url, definition.name)
  return {
    url: service.url,
    metricsUrl: service.metricsUrl,
    bus,
    send,
    call: async (route, input, options) => {
      const response = await send(
        {
          method: route.method,
          path: pathOf(route, input),
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        },
        options,
      )
      if (response.status >= 400)
        expect(errorBody.safeParse(response.body)).toMatchObject({ success: true })
      else if (response.status !== 301) {
        expect(response.status).toBe(route.status ?? 200)
        if (route.response !== undefined) {
          expect(route.response.safeParse(response.body)).toMatchObject({ success: true })
        }
      }
      return response as Answer<never>
    },
    stop: async () => {
      await service.stop()
      await bus.close()
      await rateLimitStore.close()
    },
  }
}

/** A little less than the time after which a service ends a request that it has not read. */
const minUnreadSeconds = 14

const keysFor = (issuer: ServiceName) =>
  readPassportKeys(passportKeysFor(testMasterKey, issuer)) ?? new Map()

const maxRepeats = 5

/** On a slow machine a passport can expire before it arrives, and a service can end a request that it has not read. */
const sender = (url: string, audience: Route['service']): TestService['send'] => {
  const sendOnce = senderOnce(url, audience)
  return async (request, options) => {
    for (let repeats = 0; ; repeats += 1) {
      const startedAt = Date.now()
      const response = await sendOnce(request, options)
      const seconds = (Date.now() - startedAt) / 1_000
      const isTooLate =
        (response.status === 401 && seconds >= passportLifetimeSeconds) ||
        (response.status === 408 && seconds >= minUnreadSeconds)
      if (!isTooLate || repeats === maxRepeats) return response
    }
  }
}

const senderOnce = (url: string, audience: Route['service']): TestService['send'] => {
  return async (request, options = {}) => {
    const issuer = options.issuer ?? 'gateway'
    const passport = signPassport(keysFor(issuer), {
      issuer,
      audience,
      method: request.method,
      path: request.path,
      viewer: options.viewer ?? null,
      client: { address: options.clientAddress ?? '127.0.0.1' },
    })
    const response = await fetch(new URL(request.path, url), {
      method: request.method,
      redirect: 'manual',
      signal: options.signal ?? null,
      headers: {
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        [passportHeader]: passport,
        ...options.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: bodyOf(response, text),
    }
  }
}

const bodyOf = (response: Response, text: string): unknown =>
  text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true
    ? JSON.parse(text)
    : undefined

/** A signed-in member. */
type Member = Viewer & { voter: NonNullable<Viewer['voter']> }

/** A new member, old enough for the rules of new accounts. */
export const newMember = (): Member => memberSince(new Date('2026-01-01'))

/** A member whose account was created then. */
export const memberSince = (joinedAt: Date): Member => {
  const id = randomUUID()
  const voter = { id: randomUUID(), joinedAt: joinedAt.toISOString() }
  return { id, username: `member-${id.slice(0, 8)}`, role: 'member', voter }
}
