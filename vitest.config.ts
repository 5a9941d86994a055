import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{packages,gateway,services,infra,tests}/**/*.test.ts'],
          globalSetup: './tests/global-setup.ts',
          testTimeout: 15_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
