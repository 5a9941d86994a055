import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContracts } from './build/lean-contracts.ts'
import { myBoycottsFiles } from './build/my-boycotts-files.ts'
import { precompress } from './build/precompress.ts'
import { themeScript } from './build/theme-script.ts'

const gateway = `http://localhost:${process.env.GATEWAY_PORT ?? 8080}`

const partsOfForms =
  /web\/src\/(?:ui\/(?:field|code-field|wait-notice)|api\/(?:use-wait|attempt-key)|platform\/(?:use-)?draft|features\/(?:submissions\/sources|sign-in\/login-hint))\.tsx?$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    leanContracts(),
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
            { name: 'site', tags: ['$initial'] },
            // Each file costs half a kilobyte of headers, so small modules that pages with a form share are
            // one chunk.
            { name: 'forms', test: partsOfForms },
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
