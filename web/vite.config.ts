import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContracts } from './build/lean-contracts.ts'
import { leanRouter } from './build/lean-router.ts'
import { myBoycottsFiles } from './build/my-boycotts-files.ts'
import { precompress } from './build/precompress.ts'
import { sharedChunks } from './build/shared-chunks.ts'
import { themeScript } from './build/theme-script.ts'

const gateway = `http://localhost:${process.env.GATEWAY_PORT ?? 8080}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    leanContracts(),
    leanRouter(),
    themeScript(),
    myBoycottsFiles(),
    precompress(),
  ],
  build: {
    // The content security policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The initial JavaScript comes in two chunks, which compress better than many. One changes rarely.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            {
              name: 'site',
              tags: ['$initial'],
              // Initial scripts import only schemas from these, which the build removes. Their package declares that it
              // has no side effects; without that, their chunks would be initial.
              test: /^(?!.*contracts\/src\/(?:decisions|responses|comment-versions|flags|links|source-details)\.ts$)/,
              includeDependenciesRecursively: false,
            },
            ...sharedChunks(),
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': gateway,
      '/dev/mailbox': gateway,
      '/ws': { target: gateway, ws: true },
    },
  },
})
