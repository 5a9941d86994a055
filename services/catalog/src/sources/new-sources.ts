import { linksIn } from '@answerable/contracts/links'
import type { NewSourceDetails } from '@answerable/contracts/source-details'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { findSource, writeDetails } from './store.ts'
import { linkKeyOf, queueSync, syncSources } from './sync.ts'

/** Writes the rows of a new submission, with their details. Throws `invalid_request` for other addresses. */
export const addSources = async (
  db: Db,
  submissionId: string,
  { details, requestId }: { details: NewSourceDetails; requestId: string },
): Promise<void> => {
  await syncSources(db, submissionId, requestId)
  for (const { address, ...given } of details) {
    const [link = ''] = linksIn(address)
    const key = linkKeyOf(link)
    if ((await findSource(db, submissionId, key)) === null) {
      throw new AppError('invalid_request', {
        fields: { sourceDetails: 'One of these links is not in the sources.' },
      })
    }
    await writeDetails(db, submissionId, key, given)
  }
  if (details.every(({ archive }) => archive === null)) return
  await queueSync(db, submissionId)
  await syncSources(db, submissionId, requestId)
}
