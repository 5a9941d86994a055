import { account } from '@answerable/contracts/accounts'
import { appeal, ownAppeal, ownDecision } from '@answerable/contracts/appeals'
import { comment } from '@answerable/contracts/comments'
import { decisionRecord, submissionState } from '@answerable/contracts/decisions'
import { errorGroup, suggestion } from '@answerable/contracts/diagnostics'
import { errorBody } from '@answerable/contracts/errors'
import { mailAddressPattern } from '@answerable/contracts/mail-address'
import { publicDecision } from '@answerable/contracts/moderation-log'
import {
  flagReport,
  moderationStats,
  rankPreview,
  reviewedSubmission,
} from '@answerable/contracts/review'
import { currentUser, email } from '@answerable/contracts/sign-in'
import { siteInformation } from '@answerable/contracts/site'
import { adminSubmission, submission } from '@answerable/contracts/submissions'
import * as z from 'zod/mini'

/** A schema by JSON Schema 2020-12, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** What a caller sends is described by the schemas' input side, what comes back by their output side. */
export type Side = 'input' | 'output'

export type Schemas = {
  of: (schema: z.ZodMiniType, side: Side) => JsonSchema
  /** Those that others refer to, of all that were described. */
  named: () => Record<string, JsonSchema>
}

/** Entities that many answers carry, under the names by which they refer to them. */
const entities = {
  Account: account,
  AdminSubmission: adminSubmission,
  Appeal: appeal,
  Comment: comment,
  CurrentUser: currentUser,
  DecisionRecord: decisionRecord,
  Error: errorBody,
  ErrorGroup: errorGroup,
  FlagReport: flagReport,
  ModerationStats: moderationStats,
  OwnAppeal: ownAppeal,
  OwnDecision: ownDecision,
  PublicDecision: publicDecision,
  RankPreview: rankPreview,
  ReviewedSubmission: reviewedSubmission,
  SiteInformation: siteInformation,
  Submission: submission,
  SubmissionState: submissionState,
  Suggestion: suggestion,
} as const satisfies Record<string, z.ZodMiniType>

export const openSchemas = (): Schemas => {
  const metadata = z.registry<{ id?: string; pattern?: string }>()
  metadata.add(email, { pattern: mailAddressPattern })
  for (const [id, schema] of Object.entries(entities)) metadata.add(schema, { id })
  const named = new Map<string, JsonSchema>()
  return {
    of: (schema, side) => {
      const {
        $schema: _,
        $defs,
        ...described
      } = withComponentReferences(
        z.toJSONSchema(schema, {
          io: side,
          metadata,
          unrepresentable: 'any',
          override: side === 'input' ? forCallers : forAnswers,
        }),
      )
      for (const [id, entity] of Object.entries($defs ?? {})) named.set(id, entity)
      return described
    },
    named: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

type Described = JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> }

const withComponentReferences = (schema: object): Described =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))

const formatsThatSayItAll = new Set(['uuid', 'date-time'])

type Override = (context: { jsonSchema: z.core.JSONSchema.BaseSchema }) => void

/**
 * Takes out what a format says already, and writes patterns so that tools in every language read them alike:
 * elsewhere `\d` has the digits of all scripts, and classes of Unicode cannot be compiled. What is left of
 * such a pattern is that there must be a character that is no space.
 */
const forCallers: Override = ({ jsonSchema }) => {
  if (formatsThatSayItAll.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
  for (const part of [jsonSchema, ...(jsonSchema.allOf ?? [])]) {
    if (part.pattern !== undefined) part.pattern = portable(part.pattern)
  }
}

const portable = (pattern: string): string =>
  pattern.includes('\\p{') ? '\\S' : pattern.replaceAll('\\d', '[0-9]')

/** The same, without bounds that only say that a number is exact. */
const forAnswers: Override = (context) => {
  forCallers(context)
  const { jsonSchema } = context
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
