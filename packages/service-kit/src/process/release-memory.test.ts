import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = `
  const { releaseMemory } = await import(${JSON.stringify(join(import.meta.dirname, 'release-memory.ts'))})
  let room = Array.from({ length: 400_000 }, (_, at) => ({ at }))
  room = null
  const before = process.memoryUsage().heapTotal
  releaseMemory()
  console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal, gc: typeof globalThis.gc }))
`

test('returns unused memory at once and exposes no garbage collector to programs', () => {
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program])
  const { before, after, gc } = JSON.parse(text.toString())
  expect(after).toBeLessThan(before / 2)
  expect(gc).toBe('undefined')
})
