import type { Viewer } from '@answerable/contracts/sessions'
import type { Submission } from '@answerable/contracts/submissions'

/** A removed submission is visible only to administrators and its author. */
export const isVisibleTo = (
  submission: Pick<Submission, 'approved' | 'authorId'>,
  viewer: Viewer | null,
): boolean =>
  submission.approved ||
  viewer?.role === 'admin' ||
  (viewer !== null && viewer.id === submission.authorId)
