import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const file = JSON.stringify(join(import.meta.dirname, 'limit-young-generation.ts'))

/** Makes objects that outlive collections, in steps between which timers run, as requests do. */
const program = (limit: string) => `
  const { limitYoungGeneration } = await import(${file})
  const { getHeapSpaceStatistics } = await import('node:v8')
  ${limit}
  let kept = []
  for (let step = 0; step < 1_500; step += 1) {
    for (let at = 0; at < 2_000; at += 1) kept.push({ at, text: 'text ' + at })
    if (kept.length > 60_000) kept = kept.slice(50_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  console.log(space.space_size / 1_048_576)
`
const megabytesAfter = (limit: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program(limit)]))

test('the young generation grows up to the limit, and no further', () => {
  expect(megabytesAfter('limitYoungGeneration({ megabytes: 16 })')).toBe(16)
  expect(megabytesAfter('')).toBeGreaterThan(32)
})
