import { postComment } from '@answerable/contracts/comments'
import { pathOf, type Route, type RouteInput } from '@answerable/contracts/route'
import { listSubmissions, type Submission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { expect } from '@playwright/test'
import { type Actor, openActors } from '../../tests/fuzz/actors.ts'
import { startSteadyLoad } from '../../tests/tools/steady-load.ts'
import type { ThrowawaySite } from '../../tests/tools/throwaway-site.ts'

const votesPerSecond = 40
const commentsPerSecond = 2
/** A member may vote 300 times a day and comment 60 times an hour: enough for some hours. */
const votersCount = 3_000

export type Others = Awaited<ReturnType<typeof startOthers>>

/** Members who vote and comment on the first page of the feed until stopped. */
export const startOthers = async (site: ThrowawaySite) => {
  const actors = await openActors(site.ownerUrl, { member: votersCount, admin: 1 })
  const log = createLog({ service: 'slow-browser', level: 'silent' })
  const db = openPool({ url: patientUrl(site.ownerUrl), max: 1, name: 'slow-browser', log })
  const feed = pathOf(listSubmissions, { query: { page: '1', limit: '30', sort: 'hot' } })
  const listed = (await (await fetch(new URL(feed, site.url))).json()) as Submission[]
  const counts = { votes: 0, comments: 0 }
  let turn = 0

  const call = async <R extends Route>(number: number, route: R, input: RouteInput<R>) => {
    const response = await fetch(new URL(pathOf(route, input), site.url), {
      method: route.method,
      headers: {
        cookie: actors.pick('member', number).cookie,
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify(input.body),
    }).catch(() => null)
    await response?.arrayBuffer()
    return response?.ok === true
  }
  const vote = async () => {
    turn += 1
    const round = Math.floor(turn / votersCount)
    const id = listed[(turn + round) % listed.length]?.id ?? ''
    const value = Math.floor(round / listed.length) % 2 === 0 ? 1 : -1
    if (await call(turn % votersCount, castVote, { params: { id }, body: { value } })) {
      counts.votes += 1
    }
  }
  const comment = async () => {
    const id = listed[counts.comments % 3]?.id ?? ''
    const body = { content: `Seen it too, says ${turn}.` }
    if (await call(turn % votersCount, postComment, { params: { id }, body })) counts.comments += 1
  }
  const load = startSteadyLoad(
    [
      { perSecond: votesPerSecond, begin: vote },
      { perSecond: commentsPerSecond, begin: comment },
    ],
    25,
  )
  return {
    /** The first submission, which also gets comments. */
    first: listed[0]?.id ?? '',
    /** A member who does not vote before number `votersCount`. */
    member: (number: number): Actor => actors.pick('member', votersCount - 1 - number),
    admin: (): Actor => actors.pick('admin', 0),
    /** Waits for the sign-in link mailed to this address. */
    mailedLink: async (email: string): Promise<string> => {
      let link = ''
      const find = async () => {
        const { rows } = await db.query<{ link: string }>(
          'SELECT link FROM auth.dev_mails WHERE recipient = $1',
          [email],
        )
        link = rows[0]?.link ?? ''
        return link
      }
      await expect.poll(find, { timeout: 60_000 }).not.toBe('')
      return link
    },
    counted: () => ({ ...counts }),
    stop: async () => {
      await load.stop()
      await actors.close()
      await db.end()
    },
  }
}
