import { createHash } from 'node:crypto'
import type { Route } from '@answerable/contracts/route'
import { AppError } from '@answerable/service-kit/errors'
import * as z from 'zod/mini'

/** A request that a client marks as the same with an Idempotency-Key. */
export type IdempotentRequest = { key: string; fingerprint: Buffer }

const uuid = z.uuid()

/**
 * Reads the `Idempotency-Key` header of a request; null without one. Throws `invalid_request` when it is
 * not a UUID.
 */
export const idempotentRequest = (
  header: string | undefined,
  request: { route: Route; params?: unknown; body: unknown },
): IdempotentRequest | null => {
  if (header === undefined) return null
  const key = uuid.safeParse(header)
  if (!key.success) {
    throw new AppError('invalid_request', { fields: { 'Idempotency-Key': 'This must be a UUID.' } })
  }
  const content = JSON.stringify([request.route.path, request.params ?? null, request.body])
  return { key: key.data, fingerprint: createHash('sha256').update(content).digest() }
}
