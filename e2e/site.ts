import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '@answerable/infra/demo/seed'
import { startSite } from '@answerable/infra/embedded/site'
import { buildWebWhenNeeded, webDirectory } from '@answerable/infra/embedded/web-build'
import { readSettings } from '@answerable/infra/settings'
import { adminAddresses } from './members.ts'
import { forgetSecrets } from './traces.ts'

const onProgress = (step: string): void => console.log(`${step} …`)

forgetSecrets()
const dataDirectory = await mkdtemp(join(tmpdir(), 'answerable-e2e-'))
await buildWebWhenNeeded(onProgress)
const site = await startSite({
  settings: readSettings({
    PORT: process.env.PORT,
    DATA_DIR: dataDirectory,
    TRUST_PROXY_HOPS: '1',
    ADMIN_EMAILS: adminAddresses.join(','),
    LOG_LEVEL: 'debug',
  }),
  webDirectory,
  onProgress,
})
await seedDemo({ ownerUrl: site.ownerUrl, onProgress })

const stop = async (): Promise<void> => {
  await site.stop()
  await rm(dataDirectory, { recursive: true, force: true })
  process.exit(0)
}

process.once('SIGTERM', () => void stop())
