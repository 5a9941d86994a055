import type { Submission } from '@answerable/contracts/submissions'
import { embedOf } from '../../features/submissions/embed.ts'

/** A section of the page of a submission; its heading has the id. */
export type Section = { id: string; title: string }

/** The sections of a submission in their order on the page. */
export const sectionsOf = (submission: Submission): Section[] => [
  { id: 'reasons', title: 'Reasons' },
  ...(submission.demand === null ? [] : [{ id: 'demand', title: 'What would end it' }]),
  { id: 'response', title: 'Response' },
  ...(submission.sources !== null || embedOf(submission) !== undefined
    ? [{ id: 'sources', title: 'Sources' }]
    : []),
  { id: 'alternatives', title: 'Alternatives' },
  { id: 'timeline', title: 'Timeline' },
  ...(submission.approved ? [{ id: 'votes', title: 'Votes over time' }] : []),
  { id: 'comments', title: 'Comments' },
]
