import { AppError } from '@answerable/service-kit/errors'
import type { RequestContext } from '../routing/request-context.ts'
import type { AnonymousReads } from './anonymous-reads.ts'

type JsonRead<Body> =
  /** `hasNext`: the list has another page. */
  | { kind: 'found'; body: Body; hasNext: boolean }
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
  if (outcome.kind === 'cached')
    return found(outcome.entry.identity.body, linkIn(outcome.entry.commonHeaders))
  if (outcome.kind !== 'uncacheable') throw outcome.error
  const { status, headers, body } = outcome.response
  if (status === 200) return found(body, headers.link)
  if (status === 404) return { kind: 'missing' }
  const value = headers.location?.split('/').at(-1)
  if (status === 301 && value !== undefined) return { kind: 'moved', value }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

const found = <Body>(body: Buffer, link: unknown): JsonRead<Body> => ({
  kind: 'found',
  body: JSON.parse(body.toString()),
  hasNext: typeof link === 'string' && link.includes('rel="next"'),
})

/** Headers are alternating names and values. */
const linkIn = (headers: readonly string[]): string | undefined => {
  const at = headers.indexOf('link')
  return at === -1 ? undefined : headers[at + 1]
}
