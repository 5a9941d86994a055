import { account } from '@answerable/contracts/accounts'
import { appeal, ownAppeal, ownDecision } from '@answerable/contracts/appeals'
import { comment } from '@answerable/contracts/comments'
import { decisionRecord, submissionState } from '@answerable/contracts/decisions'
import { errorGroup, suggestion } from '@answerable/contracts/diagnostics'
import { errorBody } from '@answerable/contracts/errors'
import { follow } from '@answerable/contracts/follows'
import { mailAddressPattern } from '@answerable/contracts/mail-address'
import { publicDecision } from '@answerable/contracts/moderation-log'
import { notice } from '@answerable/contracts/notifications'
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

/** Requests are described by the input side of the schemas, responses by their output side. */
export type Side = 'input' | 'output'

export type Schemas = {
  of: (schema: z.ZodMiniType, side: Side) => JsonSchema
  /** The named schemas that were referenced so far. */
  named: () => Record<string, JsonSchema>
}

/** Named schemas, which others reference. */
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
  Follow: follow,
  ModerationStats: moderationStats,
  Notice: notice,
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
          override: side === 'input' ? forRequests : forResponses,
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

const formatsWithoutPattern = new Set(['uuid', 'date-time'])

type Override = (context: { jsonSchema: z.core.JSONSchema.BaseSchema }) => void

/**
 * Removes patterns that a format implies, and rewrites others for tools in all languages: elsewhere `\d` matches
 * digits of all scripts, and Unicode classes do not compile. A pattern with such classes becomes `\S`.
 */
const forRequests: Override = ({ jsonSchema }) => {
  if (formatsWithoutPattern.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
  for (const part of [jsonSchema, ...(jsonSchema.allOf ?? [])]) {
    if (part.pattern !== undefined) part.pattern = portable(part.pattern)
  }
}

const portable = (pattern: string): string =>
  pattern.includes('\\p{') ? '\\S' : pattern.replaceAll('\\d', '[0-9]')

/** Also removes the bounds of safe integers. */
const forResponses: Override = (context) => {
  forRequests(context)
  const { jsonSchema } = context
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
