import { parseArgs } from 'node:util'
import { startThrowawaySite } from '../tools/throwaway-site.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '20261101' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const everyRequests = 5_000

console.log(`Starting the site; seed ${seed}`)
const site = await startThrowawaySite()
const startedAt = performance.now()
const seconds = (): number => Math.round((performance.now() - startedAt) / 1_000)
const onProgress = (done: number): void => {
  if (done % everyRequests === 0) console.log(`${done} of ${requests} after ${seconds()} s`)
}
const report = await fuzzAndStop()
for (const line of report.lines()) console.log(line)
for (const problem of report.problems()) console.log(`✗ ${problem}`)
process.exitCode = report.problems().length === 0 ? 0 : 1

async function fuzzAndStop() {
  try {
    return await fuzz(site, { requests, seed, onProgress })
  } finally {
    await site.stop()
  }
}
