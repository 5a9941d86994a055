import * as z from 'zod/mini'
import { route } from './route.ts'

/**
 * A host name of at least two labels, in lower case and ASCII (`xn--` for others), as a registrable domain has it. No
 * addresses, ports or trailing dots.
 */
export const proofDomain = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+(?!-)(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}(?<!-)$/),
  )

/** A random secret of the claim: at least 128 bits. */
export const proofToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,86}$/))

/** The text that both kinds of proof publish. */
export const proofText = (token: string): string => `answerable-verification=${token}`

/** The TXT record that proves control of a domain. Its value is `proofText`. */
export const proofRecordName = (domain: string): string => `_answerable.${domain}`

/**
 * The file that proves control of a website. Its only line is `proofText`. It may redirect to the same domain with or
 * without `www.`, by https.
 */
export const proofFileAddress = (domain: string): string =>
  `https://${domain}/.well-known/answerable-verification.txt`

export const proofMethods = ['dns', 'file'] as const
export type ProofMethod = (typeof proofMethods)[number]

export const proofState = z.enum(['found', 'not-found', 'unreachable'])
export type ProofState = z.output<typeof proofState>

const own = { service: 'evidence', access: 'internal', callers: ['moderation'] } as const

/**
 * Looks for the proof of a claim now, within 3 seconds. A proof that was found is checked again each day until it is
 * forgotten; `evidence.domain-proved` reports each change. 'unreachable': name servers or website did not respond, or
 * outgoing connections are turned off; the caller may try again later.
 */
export const checkDomainProof = route({
  ...own,
  method: 'POST',
  path: '/internal/domain-proofs',
  body: z.strictObject({
    claimId: z.uuid(),
    method: z.enum(proofMethods),
    domain: proofDomain,
    token: proofToken,
  }),
  response: z.strictObject({ state: proofState, checkedAt: z.iso.datetime() }),
})

/** Ends the daily checks of a claim that was withdrawn, declined or deleted. Idempotent. */
export const forgetDomainProof = route({
  ...own,
  method: 'DELETE',
  path: '/internal/domain-proofs/:id',
  /** The claim. */
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
})
