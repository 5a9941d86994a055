import { writeFileSync } from 'node:fs'
import type { Drawing } from '../pictures/draw.ts'
import type { PictureContent } from '../pictures/picture.ts'

/** Stands in for `draw.ts`. Its texts cause the faults that a text could cause. */
export const draw = async ({ title, text }: PictureContent): Promise<Drawing> => {
  if (title === 'crash') {
    setImmediate(() => {
      throw new Error('the thread crashed')
    })
    return new Promise(() => {})
  }
  if (title === 'endless') {
    writeFileSync(text, 'begun')
    for (;;);
  }
  return { png: new Uint8Array(8), hasGrown: false }
}
