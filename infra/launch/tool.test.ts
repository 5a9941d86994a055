import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const run = (...parameters: string[]) => {
  const tool = join(import.meta.dirname, 'tool.ts')
  const { status, stderr } = spawnSync(process.execPath, [tool, ...parameters])
  return { status, stderr: String(stderr) }
}

test('an unknown tool prints the list of tools', () => {
  const { status, stderr } = run('no-such-tool')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^There is no tool "no-such-tool"\.\n\nUsage: npm run tool -- NAME/)
})

test('an unknown option of a tool is reported in one line', () => {
  const { status, stderr } = run('test-events', '--no-such-option')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^test-events: Unknown option '--no-such-option'.*\n$/)
})

test('a missing value of an option is reported in one line', () => {
  const { status, stderr } = run('test-events', '--seed', '--permutations')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^test-events: Option '--seed.*\n$/)
})
