import { overturnAppeal, postAppeal, upholdAppeal } from '@answerable/contracts/appeals'
import { declineSuggestion } from '@answerable/contracts/business-decisions'
import { suggestChange } from '@answerable/contracts/businesses'
import { decisionApplied, type EventPayload } from '@answerable/contracts/events'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, callsOf } from './calls.ts'
import { addPerson, type ModerationSite, newKey, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer
let calls: Calls
const applied: EventPayload<typeof decisionApplied>[] = []

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  calls = callsOf(site, admin)
  await site.moderation.bus.subscribe(
    decisionApplied,
    { everyInstanceOf: 'test' },
    async ({ payload }) => {
      applied.push(payload)
    },
  )
})
afterAll(() => site.stop())

const appeal = async (id: string, author: Viewer): Promise<string> => {
  const body = { text: 'The source says so.' }
  await site.moderation.call(postAppeal, { params: { id }, body }, { viewer: author })
  return (await calls.review(id)).appeal?.id ?? ''
}

test('a decision is published once, with the person concerned and the outcome of the appeal', async () => {
  const author = await addPerson(site)
  const id = await propose(site, { author })
  const headers = newKey()
  const { decisionId } = (await calls.removeIt(id, { reasonCode: 'harassment' }, { headers })).body
  await calls.removeIt(id, { reasonCode: 'harassment' }, { headers })
  const first = await appeal(id, author)
  await site.moderation.call(upholdAppeal, { params: { id: first } }, { viewer: admin })
  await calls.approve(id)
  await calls.removeIt(id)
  const second = await appeal(id, author)
  await site.moderation.call(overturnAppeal, { params: { id: second } }, { viewer: admin })
  await until(() => expect(applied).toHaveLength(5))
  expect(applied[0]).toEqual({
    decisionId,
    kind: 'remove',
    subject: { kind: 'submission', id, submissionId: id },
    concernedId: author.id,
    reasonCode: 'harassment',
    appeal: null,
  })
  expect(applied.map(({ kind, appeal }) => [kind, appeal])).toEqual([
    ['remove', null],
    ['uphold', 'upheld'],
    ['approve', null],
    ['remove', null],
    ['approve', 'overturned'],
  ])
})

test('the event about a suggestion has its author and its business', async () => {
  const author = await addPerson(site)
  const submission = await propose(site, { targetName: 'Suggested Works' })
  const { body } = await site.catalog.call(readSubmission, { params: { id: submission } })
  const businessId = body.business.id
  const suggestion = await site.catalog.call(
    suggestChange,
    {
      params: { id: businessId },
      body: { kind: 'alias', value: 'Other Works', reason: 'Known.' },
    },
    { viewer: author },
  )
  const { decisionId } = (
    await site.moderation.call(
      declineSuggestion,
      { params: { id: suggestion.body.id }, body: { note: 'No source.' } },
      { viewer: admin },
    )
  ).body
  const event = {
    decisionId,
    kind: 'decline-suggestion',
    subject: { kind: 'business', id: businessId },
    concernedId: author.id,
    reasonCode: null,
    appeal: null,
  }
  await until(() => expect(applied).toContainEqual(event))
})

test('catalog gets the public part of every decision, for the open data', async () => {
  await calls.removeIt(await propose(site))
  const { body: log } = await site.moderation.call(readModerationLog, { query: { limit: '50' } })
  await until(async () => {
    const { rows } = await site.owner.catalog.query(
      'SELECT entry FROM public_decisions ORDER BY position DESC',
    )
    expect(rows.map(({ entry }) => entry)).toEqual(log)
  })
})
