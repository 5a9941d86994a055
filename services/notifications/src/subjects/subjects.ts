import type { BusinessLink } from '@answerable/contracts/business-link'
import {
  type DescribedComment,
  type DescribedSubmission,
  describeSubjects,
} from '@answerable/contracts/subjects'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'

/** The subjects of a list of notices or follows, as catalog describes them now. */
export type Subjects = {
  submission: (id: string | null) => DescribedSubmission | null
  /** The business that this one was merged into. */
  mergedBusiness: (id: string) => string | null
  /** Null unless it is in public view, itself or where it was merged into. */
  publicSubmission: (id: string | null) => { id: string; targetName: string } | null
  business: (id: string | null) => BusinessLink | null
  comment: (id: string | null) => DescribedComment | null
}

type Ids = {
  submissionIds: readonly (string | null)[]
  businessIds?: readonly (string | null)[]
  commentIds?: readonly (string | null)[]
}

/** Reads names and texts with one call; none if there are no IDs. */
export const readSubjects = async (
  catalog: ServiceCall,
  ids: Ids,
  requestId: string,
): Promise<Subjects> => {
  const body = {
    submissionIds: distinct(ids.submissionIds),
    businessIds: distinct(ids.businessIds ?? []),
    commentIds: distinct(ids.commentIds ?? []),
  }
  const isEmpty = Object.values(body).every((list) => list.length === 0)
  const found = isEmpty ? nothing : await catalog(describeSubjects, { body }, requestId)
  const submissions = byId(found.submissions)
  const businesses = byId(found.businesses)
  const comments = byId(found.comments)
  const submission: Subjects['submission'] = (id) => submissions.get(id ?? '') ?? null
  return {
    submission,
    publicSubmission: (id) => {
      const known = submission(id)
      if (known === null || (!known.approved && known.mergedInto === null)) return null
      return { id: known.mergedInto ?? known.id, targetName: known.targetName }
    },
    business: (id) => {
      const known = businesses.get(id ?? '')
      return known === undefined ? null : { id: known.id, slug: known.slug, name: known.name }
    },
    mergedBusiness: (id) => businesses.get(id)?.mergedInto ?? null,
    comment: (id) => comments.get(id ?? '') ?? null,
  }
}

const nothing = { submissions: [], businesses: [], comments: [] }

const distinct = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
]

const byId = <Entry extends { id: string }>(entries: readonly Entry[]): Map<string, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]))
