import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'
import { route } from './route.ts'
import { submissionId, submissionParams } from './submissions.ts'
import { line, lines } from './text.ts'

/** What an update can report, in the order of the select. */
export const updateStatuses = {
  met: 'The demand was met',
  'partly-met': 'The demand was partly met',
  ended: 'The boycott ended in another way',
  active: 'The boycott goes on',
} as const
export type UpdateStatus = keyof typeof updateStatuses
export const updateStatus = z.enum(Object.keys(updateStatuses) as [UpdateStatus, ...UpdateStatus[]])

export const updateLimits = {
  text: { min: 1, max: 1_000 },
  source: { min: 1, max: 500 },
} as const

/** From the year 1000 on, up to today anywhere in the world. */
const pastDate = z.iso.date('This must be a date.').check(
  z.regex(/^[12]/, 'This must be a date.'),
  z.refine((date) => Date.parse(date) <= Date.now() + dayMilliseconds, {
    error: 'This date is in the future.',
  }),
)
const dayMilliseconds = 86_400_000

const webAddress = line(updateLimits.source).check(
  z.refine((text) => /^https?:\/\/[^\s/]+\.[^\s/]/i.test(text) && URL.canParse(text), {
    error: 'This must be a link that begins with https:// or http://.',
  }),
)

export const updateStates = ['open', 'confirmed', 'declined', 'withdrawn'] as const

/** Something that happened to a boycott, as a member reports it. */
export const update = z.strictObject({
  id: z.uuid(),
  submission: z.strictObject({ id: submissionId, targetName: z.string() }),
  /** The day on which it happened. */
  date: z.iso.date(),
  text: z.string(),
  /** The address of a page that proves it. */
  source: z.string(),
  /** The status that it reports; null if the status stays. */
  status: z.nullable(updateStatus),
  /** 'withdrawn': an administrator confirmed it and took it back. */
  state: z.enum(updateStates),
  /** Of the administrator, for the reporter. */
  note: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  decidedAt: z.nullable(z.iso.datetime()),
})
export type Update = z.output<typeof update>

/** An administrator confirms or declines it. */
export const reportUpdate = route({
  service: 'catalog',
  method: 'POST',
  path: '/api/boycotts/:id/updates',
  access: 'signed-in',
  params: submissionParams,
  body: z.strictObject({
    date: pastDate,
    text: lines(updateLimits.text),
    source: webAddress,
    status: z.optional(z.nullable(updateStatus)),
  }),
  response: update,
  status: 201,
  errors: ['account_suspended', 'submission_not_found', 'submission_merged', 'already_reported'],
  limit: 'suggestions',
})

/** The caller's own updates, newest first. */
export const listOwnUpdates = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/account/updates',
  access: 'signed-in',
  query: z.strictObject(pageQuery),
  response: z.array(update),
})
