import type { FlaggedAlternative, ReviewedAlternative } from '@answerable/contracts/alternatives'
import type { Db } from '@answerable/service-kit/db'
import { readSubjectHistories } from '../decisions/subject-history.ts'

/** Adds the decisions to each alternative. */
export const withDecisions = async (
  db: Db,
  alternatives: readonly FlaggedAlternative[],
): Promise<ReviewedAlternative[]> => {
  const ids = alternatives.map(({ id }) => id)
  const histories = await readSubjectHistories(db, 'alternative', ids)
  return alternatives.map((one) => ({ ...one, decisions: histories.get(one.id) ?? [] }))
}
