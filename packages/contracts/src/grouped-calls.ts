import * as z from 'zod/mini'
import { route } from './route.ts'

export const maxCallsInGroup = 100

/**
 * Calls of one method, by several viewers, with one call. Each has a service token of its own, and gets the response of
 * its own call.
 */
export const callTogether = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/calls',
  access: 'internal',
  callers: ['gateway'],
  body: z.strictObject({
    method: z.enum(['GET', 'POST']),
    calls: z
      .array(
        z.strictObject({
          passport: z.string(),
          requestId: z.string(),
          /** With the query, exactly as received. */
          path: z.string(),
          /** JSON text. */
          body: z.optional(z.string()),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxCallsInGroup)),
  }),
  response: z.strictObject({
    /** The parts of the bodies, each only once. */
    parts: z.array(z.string()),
    /** In the order of the calls. */
    responses: z.array(
      z.strictObject({
        status: z.int(),
        /** With lower-case names. */
        headers: z.record(z.string(), z.string()),
        /** The places in `parts` whose texts, one after the other, are the body. */
        body: z.array(z.int()),
      }),
    ),
  }),
  maxBodyBytes: 262_144,
})
