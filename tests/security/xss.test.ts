import { afterAll, beforeAll, expect, test } from 'vitest'
import { startThrowawaySite, type ThrowawaySite } from '../tools/throwaway-site.ts'
import { tryPayloads } from './xss.ts'
import classes from './xss-payloads.json' with { type: 'json' }

let site: ThrowawaySite

beforeAll(async () => {
  site = await startThrowawaySite()
})
afterAll(() => site?.stop())

/** Two payloads of every class; `npm run tool -- test-xss` tests all of them. */
const some = Object.values(classes).flatMap((payloads) =>
  payloads.filter((_, index) => index % 30 === 3),
)

test('hostile text in every user-writable field has no effect on any screen', async () => {
  const { shown, incidents } = await tryPayloads(site, some)
  expect(incidents).toEqual([])
  const all = some.length
  expect(shown).toMatchObject({
    feed: all,
    comments: all,
    submission: all,
    queue: all,
    appeals: all,
  })
  expect(shown).toMatchObject({ 'all submissions': all, accounts: all, 'own decision': 5 })
})

test('there are at least 300 distinct payloads', () => {
  const payloads = Object.values(classes).flat()
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(300)
})
