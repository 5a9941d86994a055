import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const nodeTests = '{packages,gateway,services,infra,k6,tests}/**/*.test.ts'
/** Tests that hold the site to a time: nothing may run beside them. */
const timedTests = '{packages,gateway,services,infra,tests}/**/*.alone.test.ts'

const onServers = {
  environment: 'node',
  globalSetup: './tests/global-setup.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    teardownTimeout: 30_000,
    projects: [
      { test: { ...onServers, name: 'node', include: [nodeTests], exclude: [timedTests] } },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: join(import.meta.dirname, 'web/src/testing/setup.ts'),
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
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
