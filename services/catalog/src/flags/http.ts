import { flagSubmission } from '@answerable/contracts/flags'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseSuspended } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { appendChange, lockPublicSubmission } from '../submissions/store.ts'
import { storeVoter } from '../votes/voters.ts'
import { countFlag, insertFlag } from './store.ts'

export const flags = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, flagSubmission, async ({ params, body, viewer, requestId }) => {
    await transaction(pool, async (db) => {
      await storeVoter(db, viewer)
      const submission = await lockPublicSubmission(db, params.id)
      await refuseSuspended(db, viewer.id)
      const isFirst = await insertFlag(db, submission, { userId: viewer.id, ...body })
      if (!isFirst) throw new AppError('already_flagged')
      await countFlag(db, submission.id)
      await appendChange(db, submission.id, { cause: 'numbers', requestId })
    })
    relay.wake()
    return { flagged: true as const }
  })
}
