import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '@answerable/infra/demo/seed'
import { readSettings } from '@answerable/infra/settings'
import { freePort } from '@answerable/site/free-port'
import { startSite } from '@answerable/site/site'
import { buildWebWhenNeeded, webDirectory } from '@answerable/site/web-build'

export type ThrowawaySite = {
  port: number
  url: string
  ownerUrl: string
  /** The key of its mailbox. */
  mailboxKey: string
  stop: () => Promise<void>
}

/** The whole site with demo content, in a temporary directory. */
export const startThrowawaySite = async (): Promise<ThrowawaySite> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'answerable-throwaway-'))
  // PostgreSQL may run under an account of its own.
  await chmod(dataDirectory, 0o711)
  const onProgress = (): void => {}
  await buildWebWhenNeeded(onProgress)
  const port = await freePort()
  const settings = readSettings({
    PORT: String(port),
    DATA_DIR: dataDirectory,
    TRUST_PROXY_HOPS: '1',
    LOG_LEVEL: 'error',
    // Tests ask no websites of others.
    CHECK_SOURCES: 'off',
  })
  const site = await startSite({ settings, webDirectory, onProgress })
  await seedDemo({ ownerUrl: site.ownerUrl, onProgress, moderation: false })
  return {
    port,
    url: site.url,
    ownerUrl: site.ownerUrl,
    mailboxKey: new URL(site.mailboxLink ?? site.url).searchParams.get('key') ?? '',
    stop: async () => {
      await site.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
