import { randomUUID } from 'node:crypto'
import { applyBusinessChange } from '@answerable/contracts/business-decisions'
import {
  applyBusinessMerge,
  applyBusinessUnmerge,
  computeBusinessMerge,
  findBusinessMerges,
} from '@answerable/contracts/business-merges'
import { readBusiness } from '@answerable/contracts/businesses'
import { search } from '@answerable/contracts/search'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

let count = 0
/** A business of its own with one boycott. */
const business = async () => {
  count += 1
  const targetName = `Kestrel Quarries ${randomUUID().slice(0, 8)} ${count}`
  const submission = await propose(service, { targetName })
  return { ...submission.business, targetName, submissionId: submission.id }
}
const merge = (fromId: string, into: string, decisionId: string = randomUUID()) =>
  service.call(
    applyBusinessMerge,
    { body: { decisionId, businessId: fromId, into } },
    { issuer: 'moderation' },
  )
const unmerge = (businessId: string) =>
  service.call(
    applyBusinessUnmerge,
    { body: { decisionId: randomUUID(), businessId } },
    { issuer: 'moderation' },
  )
const listMerges = async (id: string) =>
  (await service.call(findBusinessMerges, { params: { id } }, { issuer: 'moderation' })).body
const read = (slug: string) => service.call(readBusiness, { params: { slug } })
const businessOf = async (id: string) =>
  (await service.call(readSubmission, { params: { id } })).body.business.id
const setParent = (id: string, parent: string) =>
  service.db.query('UPDATE businesses SET parent_id = $2 WHERE id = $1', [id, parent])

test('boycotts, names and owned businesses move, the slug redirects, and undoing restores them', async () => {
  const [from, into, owned] = [await business(), await business(), await business()]
  await setParent(owned.id, from.id)
  const { body: figures } = await service.call(
    computeBusinessMerge,
    { query: { id: from.id, into: into.id } },
    { issuer: 'moderation' },
  )
  expect(figures).toMatchObject({
    from: { id: from.id, boycottCount: 1, names: 1, owned: 1 },
    into: { id: into.id, boycottCount: 1, names: 1, owned: 0 },
    after: { boycottCount: 2, names: 2, owned: 1 },
  })
  const decisionId = randomUUID()
  const merged = await merge(from.id, into.id, decisionId)
  expect(merged.body).toMatchObject({
    before: { merged: false, boycottCount: 1 },
    after: { merged: true, boycottCount: 0, names: 0, owned: 0 },
    other: { id: into.id, before: { boycottCount: 1 }, after: figures.after },
  })
  expect((await merge(from.id, into.id, decisionId)).body).toEqual(merged.body)
  const detail = (await read(into.slug)).body
  expect(detail).toMatchObject({ boycottCount: 2, aliases: [from.name] })
  expect(detail.owned.map(({ id }) => id)).toEqual([owned.id])
  const redirect = await read(from.slug)
  expect(redirect.status).toBe(301)
  expect(redirect.headers.get('location')).toBe(`/api/businesses/${into.slug}`)
  expect(await businessOf(from.submissionId)).toBe(into.id)
  const listed = await service.call(listSubmissions, { query: { business: from.id } })
  expect(listed.headers.get('x-total-count')).toBe('2')
  const found = await service.call(search, { query: { business: from.id, q: 'kestrel' } })
  expect(found.headers.get('x-total-count')).toBe('2')

  const since = await propose(service, { targetName: from.targetName })
  expect(since.business.id).toBe(into.id)
  expect((await unmerge(from.id)).body).toMatchObject({
    after: { merged: false, boycottCount: 1, names: 1, owned: 1 },
    other: { after: { boycottCount: 2, names: 1, owned: 0 } },
  })
  expect(await businessOf(from.submissionId)).toBe(from.id)
  expect(await businessOf(since.id)).toBe(into.id)
  expect((await read(from.slug)).body).toMatchObject({ id: from.id, aliases: [] })
  expect(await findDrift(service.db)).toEqual([])
})

test('a business that the other one owns, through any number of businesses, remains without a circle', async () => {
  const [from, between, into, top] = [
    await business(),
    await business(),
    await business(),
    await business(),
  ]
  await setParent(from.id, top.id)
  await setParent(between.id, from.id)
  await setParent(into.id, between.id)
  await merge(from.id, into.id)
  expect((await read(into.slug)).body.parent?.id).toBe(top.id)
  expect((await read(between.slug)).body.parent?.id).toBe(into.id)
  await unmerge(from.id)
  expect((await read(into.slug)).body.parent?.id).toBe(between.id)
  expect((await read(between.slug)).body.parent?.id).toBe(from.id)
})

test('undoing a merge is refused while another business has the name, or an owner would own itself', async () => {
  const [from, into, owned] = [await business(), await business(), await business()]
  const change = (businessId: string, kind: 'name' | 'remove-alias' | 'parent', value: string) =>
    service.call(
      applyBusinessChange,
      { body: { decisionId: randomUUID(), businessId, change: { kind, value } } },
      { issuer: 'moderation' },
    )
  await merge(from.id, into.id)
  await change(into.id, 'name', from.targetName)
  expect((await unmerge(from.id)).body).toMatchObject({ error: { code: 'business_name_taken' } })
  await change(into.id, 'name', into.targetName)
  await change(into.id, 'remove-alias', from.targetName)
  expect((await unmerge(from.id)).body).toMatchObject({ after: { names: 1 } })
  expect((await propose(service, { targetName: from.targetName })).business.id).toBe(from.id)

  const top = await business()
  await setParent(from.id, top.id)
  await setParent(owned.id, from.id)
  await merge(from.id, into.id)
  expect((await change(top.id, 'parent', owned.id)).status).toBe(200)
  expect((await unmerge(from.id)).body).toMatchObject({ error: { code: 'parent_circle' } })
  await change(top.id, 'parent', '')
  expect((await unmerge(from.id)).status).toBe(200)
  expect((await read(owned.slug)).body.parent?.id).toBe(from.id)
})

test('of merges one after the other the later one is undone first, and after 30 days none', async () => {
  const [first, second, third] = [await business(), await business(), await business()]
  await merge(first.id, second.id)
  expect((await merge(first.id, third.id)).body).toMatchObject({
    error: { code: 'decision_conflict' },
  })
  await merge(second.id, third.id)
  expect((await read(first.slug)).headers.get('location')).toBe(`/api/businesses/${third.slug}`)
  expect((await unmerge(first.id)).body).toMatchObject({ error: { code: 'later_merge' } })
  expect(await listMerges(second.id)).toMatchObject([
    { from: { id: second.id }, into: { id: third.id }, undoableUntil: expect.any(String) },
    { from: { id: first.id }, into: { id: second.id }, undoableUntil: null },
  ])
  await unmerge(second.id)
  await service.db.query(
    `UPDATE business_merges SET merged_at = now() - interval '31 days' WHERE from_id = $1`,
    [first.id],
  )
  expect((await unmerge(first.id)).body).toMatchObject({ error: { code: 'merge_final' } })
  expect(await listMerges(first.id)).toMatchObject([{ undoableUntil: null }])
  expect(await listMerges(third.id)).toEqual([])
  expect((await unmerge(third.id)).body).toMatchObject({ error: { code: 'decision_conflict' } })
  expect((await merge('00000000', third.id)).body).toMatchObject({
    error: { code: 'business_not_found' },
  })
})

test('a boycott that is proposed during a merge belongs to the remaining business', async () => {
  const [from, into] = [await business(), await business()]
  const [proposed] = await Promise.all([
    Promise.all([1, 2, 3, 4].map(() => propose(service, { targetName: from.targetName }))),
    merge(from.id, into.id),
  ])
  for (const { id } of proposed) expect(await businessOf(id)).toBe(into.id)
  expect((await read(into.slug)).body.boycottCount).toBe(6)
  expect(await findDrift(service.db)).toEqual([])
})
