import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@answerable/infra/settings'
import { startSite } from '@answerable/site/site'
import { buildWebWhenNeeded, webDirectory } from '@answerable/site/web-build'
import { fillSite } from './fill-site.ts'
import type { SiteName } from './site-name.ts'
import { secretKey, siteNames, sites } from './sites.ts'
import { clearSecrets, completeLine } from './traces.ts'

// Starts one of the sites: node e2e/site.ts demo

const name: SiteName = siteNames.find((one) => one === process.argv[2]) ?? 'demo'
const onProgress = (step: string): void => console.log(`${step} …`)

if (name === 'demo') clearSecrets()
const dataDirectory = await mkdtemp(join(tmpdir(), 'answerable-e2e-'))
await buildWebWhenNeeded(onProgress)
const site = await startSite({
  settings: readSettings({
    PORT: process.env.PORT,
    DATA_DIR: dataDirectory,
    TRUST_PROXY_HOPS: '1',
    LOG_LEVEL: 'debug',
    SECRET_KEY: secretKey,
    EVIDENCE_TEST_NETWORK: process.env.EVIDENCE_TEST_NETWORK,
    ...sites[name],
  }),
  webDirectory,
  onProgress,
})
// For a journey that started this site.
process.send?.({ ownerUrl: site.ownerUrl })
if (name === 'demo') {
  await fillSite(site.ownerUrl, onProgress)
  console.log(completeLine)
}

const stop = async (): Promise<void> => {
  await site.stop()
  await rm(dataDirectory, { recursive: true, force: true })
  process.exit(0)
}

process.once('SIGTERM', () => void stop())
