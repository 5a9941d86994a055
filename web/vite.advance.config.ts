import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What draws pages in advance, for the gateway: one module that needs no other package. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/advance/draw.tsx',
    // Below a name with a dot, because such files are never served.
    outDir: 'dist/.advance',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'draw.js' } },
  },
})
