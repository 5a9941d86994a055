import { randomUUID } from 'node:crypto'
import { applyDecision } from '@answerable/contracts/decisions'
import type { Viewer } from '@answerable/contracts/sessions'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Calls, callsOf } from './calls.ts'
import { addPerson, type ModerationSite, propose, startModerationSite, unknownId } from './site.ts'

let site: ModerationSite
let admin: Viewer
let otherAdmin: Viewer
let calls: Calls

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  otherAdmin = await addPerson(site, 'admin')
  calls = callsOf(site, admin)
})
afterAll(() => site.stop())

describe('a decision interrupted between intent and log', () => {
  const awaitKinds = (id: string, kinds: string[]) =>
    until(async () => {
      expect((await calls.review(id)).decisions.map(({ kind }) => kind)).toEqual(kinds)
    })

  test('by an outage of the catalog is completed when it is back; the administrator is informed', async () => {
    const id = await propose(site)
    await site.roadToCatalog.cut()
    try {
      expect(await calls.removeIt(id)).toMatchObject({
        status: 503,
        body: {
          error: {
            code: 'unavailable',
            message:
              'Your decision is saved and will take effect as soon as the site can apply it.',
          },
        },
      })
    } finally {
      await site.roadToCatalog.mend()
    }
    await awaitKinds(id, ['remove'])
    expect((await calls.read(id)).status).toBe(404)
  })

  /** The state after a crash that follows the recording of the intent. */
  const leaveIntent = async (
    intent: { id: string; kind: 'approve' | 'remove'; submissionId: string },
    secondsAgo = 5,
  ) => {
    await site.owner.moderation.query(
      `INSERT INTO decisions (id, kind, submission_id, admin_id, admin_username, request_id, created_at)
       VALUES ($1, $2, $3, $4, $5, 'test', now() - $6 * interval '1 second')`,
      [intent.id, intent.kind, intent.submissionId, admin.id, admin.username, secondsAgo],
    )
  }

  test('by a crash after the catalog has applied it is logged as applied, once', async () => {
    const submissionId = await propose(site)
    const decisionId = randomUUID()
    const body = { decisionId, submissionId, action: { kind: 'remove' } } as const
    const applied = await site.catalog.call(applyDecision, { body }, { issuer: 'moderation' })
    await leaveIntent({ id: decisionId, kind: 'remove', submissionId })
    await awaitKinds(submissionId, ['remove'])
    const after = await calls.review(submissionId)
    expect(after.version).toBe(applied.body.after.version)
    expect(after.decisions[0]?.after.version).toBe(applied.body.after.version)
  })

  test('never overrides a later decision', async () => {
    const submissionId = await propose(site)
    await leaveIntent({ id: randomUUID(), kind: 'remove', submissionId }, 1)
    await calls.approve(submissionId, undefined, { viewer: otherAdmin })
    expect((await calls.read(submissionId)).body.approved).toBe(true)
    await awaitKinds(submissionId, ['approve', 'remove'])
  })

  test('about a missing submission is dropped', async () => {
    const id = randomUUID()
    await leaveIntent({ id, kind: 'remove', submissionId: unknownId })
    await until(async () => {
      const { rows } = await site.owner.moderation.query(
        'SELECT state FROM decisions WHERE id = $1',
        [id],
      )
      expect(rows).toEqual([{ state: 'refused' }])
    })
  })
})
