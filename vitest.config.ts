import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const nodeTests = '{packages,gateway,services,infra,k6,bench,tests}/**/*.test.ts'
/** Tests that hold the site to a time: nothing may run beside them. */
const timedTests = '{packages,gateway,services,infra,tests}/**/*.alone.test.ts'

/** These limits only end a hang: a test on a slow machine takes as long as it needs. */
const patient = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000, interval: 10 } },
} as const

const onServers = {
  ...patient,
  environment: 'node',
  globalSetup: './tests/global-setup.ts',
} as const

export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    projects: [
      { test: { ...onServers, name: 'node', include: [nodeTests], exclude: [timedTests] } },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          ...patient,
          name: 'web',
          environment: 'happy-dom',
          setupFiles: join(import.meta.dirname, 'web/src/testing/setup.ts'),
          include: ['{src,build}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...onServers,
          name: 'alone',
          include: [timedTests],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
