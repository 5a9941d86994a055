import { startThrowawaySite } from '../tools/throwaway-site.ts'
import { tryPayloads } from './xss.ts'
import classes from './xss-payloads.json' with { type: 'json' }

// Tests every payload on every screen: npm run tool -- test-xss

const payloads = Object.values(classes).flat()
const startedAt = performance.now()
const site = await startThrowawaySite()
try {
  const { shown, incidents } = await tryPayloads(site, payloads)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`${payloads.length} payloads, seen as text by screen:`, shown, `in ${seconds} s`)
  for (const incident of incidents) console.log(`✗ ${incident}`)
  console.log(`${incidents.length} incidents`)
  process.exitCode = incidents.length === 0 ? 0 : 1
} finally {
  await site.stop()
}
