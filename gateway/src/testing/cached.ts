import {
  anonymousCacheControl,
  sharedCacheHeader,
} from '@answerable/service-kit/http/shared-cache-control'
import { json } from './stand-in.ts'

/** A cacheable response that stays fresh for a whole test. */
export const shared = (body: unknown, headers: Record<string, string> = {}) =>
  json(200, body, { [sharedCacheHeader]: 'max-age=60', ...headers })

/** A cacheable response with the real lifetime. */
export const sharedBriefly = (body: unknown) => json(200, body, { ...anonymousCacheControl(null) })

/** Rows of a feed, more than fit into one packet. */
export const rowsOf = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, reasons: 'It sells anvils that fall. '.repeat(100) }))
