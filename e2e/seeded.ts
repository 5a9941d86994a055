import { expect, type FullConfig } from '@playwright/test'

/** The site answers before its demo content is there: waits for the 38 documented boycotts. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async ({ projects }: FullConfig): Promise<void> => {
  const feed = new URL('/api/boycotts', projects[0]?.use.baseURL)
  await expect
    .poll(async () => (await fetch(feed)).headers.get('x-total-count'), { timeout: 20_000 })
    .toBe('38')
}
