import { expect } from '@playwright/test'
import { originOf, runningDemo } from './sites.ts'
import { clearClaims } from './specification/claims.ts'
import { clearSecrets } from './traces.ts'

/** The site responds before its demo content is complete: waits for the 38 documented boycotts. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async (): Promise<void> => {
  clearClaims()
  if (runningDemo !== null) clearSecrets()
  const feed = new URL('/api/boycotts', originOf('demo'))
  await expect
    .poll(async () => (await fetch(feed)).headers.get('x-total-count'), { timeout: 300_000 })
    .toBe('38')
}
