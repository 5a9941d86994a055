import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'
import { type Route, route } from './route.ts'
import { submission, submissionId } from './submissions.ts'

/** The name is not case-sensitive. */
export const personParams = z.strictObject({
  username: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,100}$/)),
})

/** The public profile of a member. Suspensions are not public. */
export const person = z.strictObject({
  username: z.string(),
  /** Null until catalog has received the account's data from auth. */
  memberSince: z.nullable(z.iso.datetime()),
  /** In public view. */
  submissionCount: z.int(),
  /** Shown comments on submissions in public view. */
  commentCount: z.int(),
})
export type Person = z.output<typeof person>

const ofPerson = {
  service: 'catalog',
  method: 'GET',
  access: 'public',
  params: personParams,
  errors: ['person_not_found'],
} as const satisfies Partial<Route>

export const readPerson = route({
  ...ofPerson,
  path: '/api/people/:username',
  response: person,
})

/** The submissions of a member in public view, newest first. */
export const listSubmissionsOfPerson = route({
  ...ofPerson,
  path: '/api/people/:username/submissions',
  query: z.strictObject(pageQuery),
  response: z.array(submission),
})

export const personComment = z.strictObject({
  id: z.uuid(),
  submission: z.strictObject({ id: submissionId, targetName: z.string() }),
  content: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
})
export type PersonComment = z.output<typeof personComment>

/** The shown comments of a member on submissions in public view, newest first. */
export const listCommentsOfPerson = route({
  ...ofPerson,
  path: '/api/people/:username/comments',
  query: z.strictObject(pageQuery),
  response: z.array(personComment),
})
