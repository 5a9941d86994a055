import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const nodeTests = '{packages,gateway,services,infra,site,k6,bench,tests}/**/*.test.ts'
/** Tests that put load on a whole site: nothing may run beside them. */
const loadTests = '{packages,gateway,services,infra,site,tests}/**/*.alone.test.ts'

/** These limits only end a hang: a test on a slow machine takes as long as it needs. */
const patient = {
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 120_000, interval: 10 } },
  // Tests wait more than they compute: two more at once than there are cores.
  maxWorkers: availableParallelism() + 2,
} as const

const onServers = {
  ...patient,
  // A worker keeps the modules that it has loaded: a test file leaves nothing behind that another would notice.
  isolate: false,
  environment: 'node',
  globalSetup: './tests/global-setup.ts',
} as const

/** React's server render leaves its contexts set, which a test file in the same worker would notice. */
const prerenderTests = 'src/prerender/*.test.tsx'

const inWeb = {
  ...patient,
  environment: 'happy-dom',
  setupFiles: join(import.meta.dirname, 'web/src/testing/setup.ts'),
} as const
const web = { extends: './web/vite.config.ts', root: './web' } as const
const webTests = '{src,build}/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          ...onServers,
          name: 'node',
          include: [nodeTests],
          exclude: [loadTests],
          // As `startThread` in service-kit, for tests that use WebAssembly in other threads or beside them.
          execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
        },
      },
      {
        ...web,
        test: {
          ...inWeb,
          name: 'web',
          isolate: false,
          include: [webTests],
          exclude: [prerenderTests],
        },
      },
      { ...web, test: { ...inWeb, name: 'prerender', include: [prerenderTests] } },
      {
        test: {
          ...patient,
          environment: 'node',
          name: 'alone',
          include: [loadTests],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
