import { writeFileSync } from 'node:fs'
import { parentPort, threadId } from 'node:worker_threads'
import type { Drawing } from '../pictures/draw.ts'
import type { PictureContent } from '../pictures/picture.ts'

// Tests run this instead of `pictures/thread.ts`. A picture consists of its thread's id. Some titles cause a fault.

parentPort?.on('message', ({ title, text }: PictureContent) => {
  if (title === 'crash') throw new Error('the thread crashed')
  if (title === 'crash later') setImmediate(() => parentPort?.emit('message', { title: 'crash' }))
  if (title === 'endless') {
    writeFileSync(text, 'begun')
    for (;;);
  }
  const drawing: Drawing = { png: Uint8Array.of(threadId), hasGrown: title === 'large' }
  parentPort?.postMessage(drawing)
})
