import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { originOf, runningDemo } from './sites.ts'
import { clearClaims } from './specification/claims.ts'
import { clearSecrets, completeLine, siteLog } from './traces.ts'

/** The site responds before its content is complete: waits for the 38 documented boycotts and what follows them. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async (): Promise<void> => {
  clearClaims()
  if (runningDemo === null) {
    await expect
      .poll(() => readFileSync(siteLog('demo'), 'utf8'), { timeout: 300_000 })
      .toContain(completeLine)
    return
  }
  clearSecrets()
  const feed = new URL('/api/boycotts', originOf('demo'))
  await expect
    .poll(async () => (await fetch(feed)).headers.get('x-total-count'), { timeout: 300_000 })
    .toBe('38')
}
