import { AppError } from '@answerable/service-kit/errors'
import type { RequestContext } from '../routing/request-context.ts'
import type { AnonymousReads } from './anonymous-reads.ts'

type JsonRead<Body> =
  | { kind: 'found'; body: Body }
  | { kind: 'missing' }
  /** The value is the last segment of the new address. */
  | { kind: 'moved'; value: string }

/** Reads the JSON of an API address as a visitor. */
export const readJson = async <Body>(
  address: string,
  context: RequestContext,
  read: AnonymousReads,
): Promise<JsonRead<Body>> => {
  const outcome = await read(context, address)
  if (outcome.kind === 'cached') return found(outcome.entry.identity.body)
  if (outcome.kind !== 'uncacheable') throw outcome.error
  const { status, headers, body } = outcome.response
  if (status === 200) return found(body)
  if (status === 404) return { kind: 'missing' }
  const value = headers.location?.split('/').at(-1)
  if (status === 301 && value !== undefined) return { kind: 'moved', value }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

const found = <Body>(body: Buffer): JsonRead<Body> => ({
  kind: 'found',
  body: JSON.parse(body.toString()),
})
