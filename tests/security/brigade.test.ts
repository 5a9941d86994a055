import { setTimeout as delay } from 'node:timers/promises'
import { listHeldVotes } from '@answerable/contracts/held-votes'
import { requestMagicLink, verifyLink } from '@answerable/contracts/sign-in'
import { readSubmission, type Submission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actors, openActors } from '../fuzz/actors.ts'
import { startThrowawaySite, type ThrowawaySite } from '../tools/throwaway-site.ts'
import { mailedLink } from './mailed-link.ts'

/** The whole site with its limits, behind one trusted proxy. */
let site: ThrowawaySite
let db: Pool
let others: Actors

beforeAll(async () => {
  site = await startThrowawaySite()
  const log = createLog({ service: 'test', level: 'silent' })
  db = openPool({ url: patientUrl(site.ownerUrl), max: 2, name: 'test', log })
  others = await openActors(site.ownerUrl, { member: 1, admin: 1 })
})
afterAll(async () => {
  await others?.close()
  await db?.end()
  await site?.stop()
})

const mailboxes = 60
const counted = 3
const network = '203.0.113.66'

type Target = { method: string; path: string }
type Sent = { from: string; cookie?: string; body?: object }

const maxDelaySeconds = 60
const maxRepeats = 30

/** Repeats a request that got 429, 503 or 504 after the time in `Retry-After`: the machine may be too busy. */
const send = async (target: Target, sent: Sent, onRepeat = () => {}): Promise<Response> => {
  for (let repeats = 0; ; repeats += 1) {
    const response = await sendOnce(target, sent)
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    const isRefused = [429, 503, 504].includes(response.status)
    if (!isRefused || seconds > maxDelaySeconds || repeats === maxRepeats) return response
    await response.body?.cancel()
    await delay(1_000 * seconds)
    onRepeat()
  }
}

const sendOnce = (target: Target, { from, cookie = '', body }: Sent): Promise<Response> =>
  fetch(site.url + target.path, {
    method: target.method,
    headers: {
      'x-forwarded-for': from,
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/**
 * Returns a session. Each request for a mail comes from another network, because mails per network are
 * limited. A busy gateway can give up on a call just after auth has redeemed its link; then another mailbox signs in.
 */
const signIn = async (index: number, attempt = 1): Promise<string> => {
  const [email, from] = [`brigade-${index}-${attempt}@example.org`, `198.51.100.${index + 1}`]
  expect((await send(requestMagicLink, { from, body: { email } })).status).toBe(202)
  const token = (await mailedLink(db, email)).searchParams.get('token')
  let isRepeated = false
  const response = await send(verifyLink, { from, body: { token } }, () => {
    isRepeated = true
  })
  if (isRepeated && response.status === 400) return signIn(index, attempt + 1)
  expect(response.status).toBe(200)
  const line = response.headers.getSetCookie().find((one) => one.startsWith('sid='))
  return line?.split(';')[0] ?? ''
}

test('of 60 new mailboxes on one network three votes count; the others are held and visible to administrators', async () => {
  const proposed = await send(submitBoycott, {
    from: '192.0.2.1',
    cookie: others.pick('member', 0).cookie,
    body: { targetName: 'Valley Timber', location: 'Oslo', reasons: 'It fells what is protected.' },
  })
  const { id } = (await proposed.json()) as Submission
  const at = ({ method, path }: Target): Target => ({
    method,
    path: path.replace(':id', id),
  })

  const sessions: string[] = []
  // One after the other: a busy machine does not finish many at once in the time that a request may take.
  while (sessions.length < mailboxes) sessions.push(await signIn(sessions.length))
  // The keys of networks are those of a day.
  await withinOneDay()
  const votes = await Promise.all(
    sessions.map(async (cookie) => {
      const response = await send(at(castVote), { from: network, cookie, body: { value: 1 } })
      const { userVote } = (await response.json()) as Submission
      return { status: response.status, userVote }
    }),
  )
  expect(votes).toEqual(votes.map(() => ({ status: 200, userVote: 1 })))

  const shown = await send(at(readSubmission), { from: network })
  expect(await shown.json()).toMatchObject({ score: counted })
  const { cookie } = others.pick('admin', 0)
  const list = await send(listHeldVotes, { from: '192.0.2.2', cookie })
  expect(await list.json()).toMatchObject([
    {
      submission: { id, score: counted, heldVotes: mailboxes - counted },
      held: [{ rule: 'network', count: mailboxes - counted }],
    },
  ])
})
