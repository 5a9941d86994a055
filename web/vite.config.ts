import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContracts } from './build/lean-contracts.ts'
import { leanRouter } from './build/lean-router.ts'
import { myBoycottsFiles } from './build/my-boycotts-files.ts'
import { precompress } from './build/precompress.ts'
import { themeScript } from './build/theme-script.ts'

const gateway = `http://localhost:${process.env.GATEWAY_PORT ?? 8080}`

/**
 * Small modules that several pages share, merged because each file costs half a kilobyte of headers: those of forms, of
 * pages about a boycott, and of the form for a boycott.
 */
const sharedChunks = [
  {
    name: 'forms',
    test: /web\/src\/(?:ui\/(?:field|code-field|wait-notice|use-problems|disclosure|markdown\/(?:tree|elements|markdown|markdown-preview))|api\/(?:use-wait|attempt-key)|platform\/(?:use-draft|draft|use-debounced)|features\/(?:submissions\/sources|sign-in\/login-hint))\.tsx?$|packages\/contracts\/src\/(?:links|source-details)\.ts$/,
  },
  {
    name: 'boycott',
    test: /web\/src\/(?:features\/(?:follows\/(?:follows|follow-button)|responses\/responses|sources\/(?:source-link|source-queries)|updates\/(?:timeline-entry|timeline-queries))|session\/(?:login-notice|mutes)|ui\/(?:list-states|long-date|newer-older))\.tsx?$|packages\/contracts\/src\/(?:alternatives|comment-versions|decisions|flags|follows|mutes|responses|sources|timeline|updates|votes-by-day)\.ts$|lucide-react\/.*\/(?:badge-check|bell-ring|check)\.mjs$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'boycott-form',
    test: /web\/src\/features\/submissions\/(?:business-field|link-details|link-fields|submission-fields)\.tsx?$/,
  },
]

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
            ...sharedChunks,
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
