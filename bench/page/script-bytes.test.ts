import { buildWebWhenNeeded, webDirectory } from '@answerable/site/web-build'
import { expect, test } from 'vitest'
import { initialBytesOf, maxInitialBytes, readScripts } from './script-bytes.ts'

test('the initial JavaScript stays within its limit', async () => {
  await buildWebWhenNeeded(() => {})
  const bytes = initialBytesOf(await readScripts(webDirectory))
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(maxInitialBytes)
})
