import {
  changeFollowSettings,
  followThing,
  listFollows,
  readFollowSettings,
  unfollowThing,
} from '@answerable/contracts/follows'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readSubjects, type Subjects } from '../subjects/subjects.ts'
import { describeFollow } from './describe.ts'
import { changeSettings, readSettings } from './settings.ts'
import { addFollow, endFollow, readFollows, type Thing } from './store.ts'

const ownOnly = { 'cache-control': 'no-store' }

export const follows = (
  router: Router,
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
): void => {
  const subjectsOf = (things: readonly Thing[], requestId: string): Promise<Subjects> => {
    const keysOf = (kind: Thing['kind']): string[] =>
      things.filter((thing) => thing.kind === kind).map(({ key }) => key)
    const ids = { submissionIds: keysOf('submission'), businessIds: keysOf('business') }
    return readSubjects(catalog, ids, requestId)
  }

  serve(router, listFollows, async ({ query, viewer, requestId }) => {
    const { follows: rows, total } = await readFollows(pool, viewer.id, query)
    const subjects = await subjectsOf(rows, requestId)
    return reply(
      rows.map((row) => describeFollow(row, subjects)),
      { ...pageHeaders(listFollows.path, query, total), ...ownOnly },
    )
  })

  serve(router, followThing, async ({ params, viewer, requestId }) => {
    const { kind, key } = params
    const subjects = await subjectsOf([params], requestId)
    if (kind === 'submission' && subjects.publicSubmission(key) === null)
      throw new AppError('submission_not_found')
    if (kind === 'business' && subjects.business(key) === null)
      throw new AppError('business_not_found')
    await addFollow(pool, viewer.id, params)
    return undefined
  })

  serve(router, unfollowThing, async ({ params, viewer }) => {
    await endFollow(pool, viewer.id, params)
    return undefined
  })

  serve(router, readFollowSettings, async ({ viewer }) =>
    reply(await readSettings(pool, viewer.id), ownOnly),
  )

  serve(router, changeFollowSettings, async ({ viewer, body }) => {
    await changeSettings(pool, viewer.id, body)
    return readSettings(pool, viewer.id)
  })
}
