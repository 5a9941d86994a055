import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'
import { type FuzzSite, startFuzzSite } from './site.ts'

const requests = 3_000
const seed = 20_261_101

let site: FuzzSite

beforeAll(async () => {
  site = await startFuzzSite()
})
afterAll(() => site.stop())

test(`${requests} valid, broken and hostile requests are all answered as the contracts say`, async () => {
  const report = await fuzz(site, { requests, seed })
  console.log([`seed ${seed}`, ...report.lines()].join('\n'))
  expect(report.problems()).toEqual([])
}, 240_000)
