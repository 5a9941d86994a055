import { defineConfig } from 'vite'
import { precompress } from '../precompress.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [precompress()],
  build: { modulePreload: { polyfill: false }, reportCompressedSize: false },
})
