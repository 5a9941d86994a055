import {
  anonymousCacheControl,
  sharedCacheHeader,
} from '@answerable/service-kit/http/shared-cache-control'
import { json } from './stand-in.ts'

/** What a service answers visitors, for as long as a test may take. */
export const shared = (body: unknown, headers: Record<string, string> = {}) =>
  json(200, body, { [sharedCacheHeader]: 'max-age=60', ...headers })

/** The same for as long as services really say. */
export const sharedBriefly = (body: unknown) => json(200, body, { ...anonymousCacheControl(null) })

/** Rows of a feed, more than fit into one packet. */
export const rowsOf = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, reasons: 'It sells anvils that fall. '.repeat(100) }))
