import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { outputOf } from './cache.ts'
import { makeMemoryDirectory } from './memory-directory.ts'

const openMemory = (): string => {
  const memory = mkdtempSync(join(tmpdir(), 'answerable-memory-'))
  onTestFinished(() => rmSync(memory, { recursive: true }))
  return memory
}

/** Number of a process that has ended. */
const endedProcess = (): number => Number(outputOf('sh', ['-c', 'echo $$']))

test('the directory of a run is empty, and those of ended runs are removed', () => {
  const memory = openMemory()
  const directoryOf = (pid: number) => join(memory, `answerable-tests-${pid}`)
  const [ended, running] = [directoryOf(endedProcess()), directoryOf(process.ppid)]
  for (const directory of [ended, running, directoryOf(process.pid)]) {
    mkdirSync(directory)
    writeFileSync(join(directory, 'data'), '')
  }
  const directory = makeMemoryDirectory(memory, 1)
  expect(readdirSync(directory ?? '')).toEqual([])
  expect(existsSync(ended)).toBe(false)
  expect(existsSync(running)).toBe(true)
})

test('without enough memory, or a file system in memory, there is none', () => {
  const memory = openMemory()
  expect(makeMemoryDirectory(memory, Number.MAX_SAFE_INTEGER)).toBe(null)
  expect(makeMemoryDirectory(join(memory, 'missing'), 1)).toBe(null)
  expect(readdirSync(memory)).toEqual([])
})
