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
    // Below a name with a dot, because such files are never served.
    outDir: 'dist/.prerender',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'render.js' } },
  },
})
