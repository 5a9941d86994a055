import * as z from 'zod/mini'

export const businessId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{8}$/, { error: 'This is not a business ID.' }))

/** A link to a business. */
export const businessLink = z.strictObject({
  id: businessId,
  slug: z.string(),
  name: z.string(),
})
export type BusinessLink = z.output<typeof businessLink>
