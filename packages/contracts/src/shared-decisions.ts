import * as z from 'zod/mini'
import { publicDecision } from './moderation-log.ts'
import { route } from './route.ts'

/** Most decisions that one call takes. */
export const maxSharedDecisions = 500

/**
 * Gives catalog the public decisions that follow the last one that it has, for the open data. It ignores those that it
 * has already. The response is the position of its last decision.
 */
export const shareDecisions = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/public-decisions',
  access: 'internal',
  callers: ['moderation'],
  body: z.strictObject({
    decisions: z.array(publicDecision).check(z.maxLength(maxSharedDecisions)),
  }),
  response: z.strictObject({ position: z.int() }),
  maxBodyBytes: 1_048_576,
})
