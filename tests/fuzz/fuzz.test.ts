import { afterAll, beforeAll, expect, test } from 'vitest'
import { startThrowawaySite, type ThrowawaySite } from '../tools/throwaway-site.ts'
import { fuzz } from './fuzz.ts'

const requests = 2_000
const seed = 20_261_101

let site: ThrowawaySite

beforeAll(async () => {
  site = await startThrowawaySite()
})
afterAll(() => site.stop())

test(`${requests} valid, broken and hostile requests get responses that match the contracts`, async () => {
  const report = await fuzz(site, { requests, seed, maxMilliseconds: Number.POSITIVE_INFINITY })
  console.log([`seed ${seed}`, ...report.lines()].join('\n'))
  expect(report.problems()).toEqual([])
})
