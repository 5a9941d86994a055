import { listMutes, muteMember, unmuteMember } from '@answerable/contracts/mutes'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { findPerson } from '../people/store.ts'
import { deleteMute, findMutes, insertMute } from './store.ts'

/** Writing the author locks its row, so that changes by one member are made one after the other. */
export const mutes = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, muteMember, async ({ params, viewer, requestId }) => {
    const { id: mutedId } = await findPerson(pool, params.username)
    if (mutedId === viewer.id)
      throw new AppError('invalid_request', { message: 'You cannot mute yourself.' })
    await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      await insertMute(db, { userId: viewer.id, mutedId, requestId })
    })
    relay.wake()
    return undefined
  })

  serve(router, unmuteMember, async ({ params, viewer, requestId }) => {
    const { id: mutedId } = await findPerson(pool, params.username)
    await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      await deleteMute(db, { userId: viewer.id, mutedId, requestId })
    })
    relay.wake()
    return undefined
  })

  serve(router, listMutes, ({ viewer }) => findMutes(pool, viewer.id))
}
