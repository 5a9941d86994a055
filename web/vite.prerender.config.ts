import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Prerenders pages for the gateway: one module that needs no other package. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/prerender/render.tsx',
    // The name begins with a dot, because the gateway never serves such files.
    outDir: 'dist/.prerender',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'render.js' } },
  },
})
