import { randomUUID } from 'node:crypto'
import { postAppeal, postCommentAppeal } from '@answerable/contracts/appeals'
import { removeComment } from '@answerable/contracts/comment-decisions'
import { postComment } from '@answerable/contracts/comments'
import { removeSubmission } from '@answerable/contracts/decisions'
import { flagComment } from '@answerable/contracts/flags'
import { listFlagged } from '@answerable/contracts/review'
import { listQueue } from '@answerable/contracts/review-queue'
import { pathOf, type Route, type RouteInput } from '@answerable/contracts/route'
import { listSubmissions, submitBoycott } from '@answerable/contracts/submissions'
import { repeatWhileBusy, unlessCutOff } from '../tools/repeat-while-busy.ts'
import type { Actor, Actors } from './actors.ts'
import type { KnownIds } from './known-ids.ts'

const appealed = 20
/** Flags and appeals have no Idempotency-Key: if one took effect before it timed out, its repeat is refused. */
const doneBefore = ['already_flagged', 'already_appealed']

/**
 * Creates a state that random calls hardly reach: removed submissions and comments whose authors appeal, and flagged
 * comments.
 */
export const prepare = async (url: string, actors: Actors, ids: KnownIds): Promise<void> => {
  let requests = 0
  const ask = async <R extends Route>(actor: Actor, route: R, input: RouteInput<R>) => {
    requests += 1
    const address = `10.255.0.${requests}`
    const request = {
      method: route.method,
      headers: {
        cookie: actor.cookie,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-forwarded-for': address,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    }
    let tried = 0
    const { ok, status, body } = await repeatWhileBusy(async () => {
      tried += 1
      const received = await unlessCutOff(async () => {
        const response = await fetch(url + pathOf(route, input), request)
        const json = (await response.json()) as { error?: { code: string } }
        return { ok: response.ok, status: response.status, body: json }
      })
      return received ?? { ok: false, status: 503, body: {} }
    })
    const isDone = tried > 1 && doneBefore.includes(body.error?.code ?? '')
    if (!ok && !isDone) throw new Error(`${route.path} responded with ${status}`)
    ids.learn(body)
    return body as unknown
  }
  const admin = actors.pick('admin', 0)
  const submit = async (author: Actor) => {
    const body = { targetName: 'Acme', location: 'Springfield', reasons: 'It sells anvils.' }
    return (await ask(author, submitBoycott, { body })) as { id: string }
  }
  const discussed = await submit(admin)
  for (let index = 0; index < appealed; index += 1) {
    const author = actors.pick('member', index)
    const { id } = await submit(author)
    await ask(admin, removeSubmission, { params: { id } })
    if (index % 2 === 0) await ask(author, postAppeal, { params: { id }, body: { text: 'No.' } })
    const comment = (await ask(author, postComment, {
      params: discussed,
      body: { content: 'They fell on a coyote.' },
    })) as { id: string }
    const params = { id: comment.id }
    await ask(actors.pick('member', index + 1), flagComment, { params, body: { reason: 'No.' } })
    if (index % 2 === 0) continue
    await ask(admin, removeComment, { params })
    await ask(author, postCommentAppeal, { params, body: { text: 'Yes.' } })
  }
  await ask(admin, listFlagged, { query: { limit: '50' } })
  await ask(admin, listQueue, { query: { limit: '50' } })
  await ask(actors.pick('visitor', 0), listSubmissions, { query: { limit: '50' } })
}
