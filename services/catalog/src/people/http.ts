import {
  listCommentsOfPerson,
  listSubmissionsOfPerson,
  readPerson,
} from '@answerable/contracts/people'
import { pathOf } from '@answerable/contracts/route'
import type { Submission } from '@answerable/contracts/submissions'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { commentsOf, findPerson, profileOf, submissionsOf } from './store.ts'

/** Public profiles. A suspended member has one like any other, because suspensions are not public. */
export const people = (
  router: Router,
  { pool, readText }: Pick<Deps, 'pool' | 'readText'>,
): void => {
  serve(router, readPerson, async ({ params, viewer }) => {
    const person = await findPerson(pool, params.username)
    return reply(await profileOf(pool, person), anonymousCacheControl(viewer))
  })

  serve(router, listSubmissionsOfPerson, async ({ params, query, viewer }) => {
    const person = await findPerson(pool, params.username)
    const { ids, total } = await submissionsOf(pool, person.id, query)
    const texts = await Promise.all(ids.map((id) => readText(id, viewer?.id ?? null)))
    const submissions = texts.flatMap((text): Submission[] =>
      text?.approved === true ? [JSON.parse(Buffer.concat(text.parts).toString())] : [],
    )
    return reply(submissions, {
      ...pageHeaders(pathOf(listSubmissionsOfPerson, { params }), query, total),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, listCommentsOfPerson, async ({ params, query, viewer }) => {
    const person = await findPerson(pool, params.username)
    const { comments, total } = await commentsOf(pool, person.id, query)
    return reply(comments, {
      ...pageHeaders(pathOf(listCommentsOfPerson, { params }), query, total),
      ...anonymousCacheControl(viewer),
    })
  })
}
