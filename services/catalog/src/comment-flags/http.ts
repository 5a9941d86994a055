import { flagComment } from '@answerable/contracts/flags'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseSuspended } from '../authors/store.ts'
import { lockPublicComment } from '../comments/store.ts'
import type { Deps } from '../deps.ts'
import { storeVoter } from '../votes/voters.ts'
import { comments, insertFlag } from './store.ts'

export const commentFlags = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, flagComment, async ({ params, body, viewer }) => {
    await transaction(pool, async (db) => {
      await storeVoter(db, viewer)
      const { comment } = await lockPublicComment(db, params.id)
      await refuseSuspended(db, viewer.id)
      if (comment.state !== 'shown') throw new AppError('comment_closed')
      const { id, content: text } = comment
      if (!(await insertFlag(db, comments, { id, text, userId: viewer.id, ...body })))
        throw new AppError('already_flagged', {
          message: 'You have already flagged this comment.',
        })
    })
    return { flagged: true as const }
  })
}
