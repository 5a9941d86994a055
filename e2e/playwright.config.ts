import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../tests/tools/chromium.ts'
import { proofEnvironment } from './proofs.ts'
import { reservedPort } from './reserved-port.ts'
import type { SiteName } from './site-name.ts'
import { originOf, portVariable, runningDemo } from './sites.ts'
import { siteLog } from './traces.ts'
import { returningTo } from './visitors.ts'

// Workers load this file again and must use the same sites.
process.env[portVariable('demo')] ??= await reservedPort()
process.env[portVariable('fresh')] ??= await reservedPort()
process.env[portVariable('linked')] ??= await reservedPort()
process.env[portVariable('unchecked')] ??= await reservedPort()
process.env[portVariable('webhooks')] ??= await reservedPort()
const proofs = await proofEnvironment()
const origin = originOf('demo')
const chromium = findChromium()

const running = (site: SiteName) => ({
  command: `exec '${process.execPath}' site.ts ${site} > '${siteLog(site)}' 2>&1`,
  cwd: import.meta.dirname,
  env: { PORT: process.env[portVariable(site)] ?? '', ...(site === 'demo' && proofs) },
  url: `${originOf(site)}/ready`,
  timeout: 300_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 } as const,
})

export default defineConfig({
  testDir: '.',
  globalSetup: './seeded.ts',
  outputDir: '../.cache/e2e-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Limits only end a hang. A journey on a slow machine takes as long as it needs.
  timeout: 1_800_000,
  expect: { timeout: 180_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: '../.cache/reports/playwright.json' }],
    ['./specification/failure-reporter.ts'],
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    baseURL: origin,
    storageState: returningTo(origin),
    locale: 'en-GB',
    launchOptions: chromium,
    // Snapshots of the document at each step would take a tenth of the time of the journeys.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testMatch: '*.journey.ts', teardown: 'log' },
    {
      name: 'phone',
      testMatch: '*.phone.ts',
      teardown: 'log',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'log', testMatch: '**/*.afterwards.ts' },
  ],
  webServer: [...(runningDemo === null ? [running('demo')] : []), running('fresh')],
})
