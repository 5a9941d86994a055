import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { PictureContent } from './picture.ts'

// An error ends the thread, which is how the gateway learns of it.
parentPort?.on('message', (content: PictureContent) => {
  void draw(content).then((drawing) => parentPort?.postMessage(drawing))
})
