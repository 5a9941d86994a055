import * as z from 'zod/mini'
import { businessId, businessLink } from './business-link.ts'
import { route } from './route.ts'
import { submissionId } from './submissions.ts'

/** Maximum number of IDs of each kind in a call. */
export const maxSubjects = 100

/** Length of the beginning of a comment, in UTF-16 code units. */
export const excerptLength = 160

export const describedSubmission = z.strictObject({
  id: submissionId,
  targetName: z.string(),
  authorId: z.nullable(z.uuid()),
  /** False if removed or merged. */
  approved: z.boolean(),
  mergedInto: z.nullable(submissionId),
})
export type DescribedSubmission = z.output<typeof describedSubmission>

export const describedComment = z.strictObject({
  id: z.uuid(),
  submissionId,
  authorId: z.nullable(z.uuid()),
  /** Null unless the comment is in public view. */
  author: z.nullable(z.strictObject({ username: z.string() })),
  /** The beginning of its text; empty unless it is in public view. */
  excerpt: z.string(),
})
export type DescribedComment = z.output<typeof describedComment>

/** A merged business has the name and slug of the one that it was merged into. */
export const describedBusiness = z.extend(businessLink, { mergedInto: z.nullable(businessId) })
export type DescribedBusiness = z.output<typeof describedBusiness>

/** The names and texts that notices and follows refer to. The lists omit unknown IDs. */
export const describeSubjects = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/subjects',
  access: 'internal',
  callers: ['notifications'],
  body: z.strictObject({
    submissionIds: z.array(submissionId).check(z.maxLength(maxSubjects)),
    businessIds: z.array(businessId).check(z.maxLength(maxSubjects)),
    commentIds: z.array(z.uuid()).check(z.maxLength(maxSubjects)),
  }),
  response: z.strictObject({
    submissions: z.array(describedSubmission),
    businesses: z.array(describedBusiness),
    comments: z.array(describedComment),
  }),
})
