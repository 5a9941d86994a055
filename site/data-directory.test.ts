import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDirectory } from './data-directory.ts'
import { StartError } from './start-error.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'answerable-data-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

it('refuses in one line a directory that another process holds, until that process ends in any way', async () => {
  const module = join(import.meta.dirname, 'data-directory.ts')
  const script = `
    import { lockDataDirectory } from ${JSON.stringify(module)}
    await lockDataDirectory(${JSON.stringify(directory)})
    process.stdout.write('locked')
    setInterval(() => {}, 60_000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  const refusal = `The data directory ${directory} is in use by another Answerable (process ${other.pid}): stop it, or set DATA_DIR to another directory.`
  await expect(lockDataDirectory(directory)).rejects.toThrow(new StartError(refusal))
  other.kill('SIGKILL')
  await once(other, 'exit')
  await (await lockDataDirectory(directory)).release()
})

it('refuses in one line a directory in which it cannot open its lock', async () => {
  // A directory in its place, because permissions do not restrict root.
  mkdirSync(join(directory, 'lock'))
  const refusal = `The data directory ${directory} cannot be used: its file "lock" cannot be opened. Set DATA_DIR to a directory that you can write to.`
  await expect(lockDataDirectory(directory)).rejects.toThrow(new StartError(refusal))
})

it('can be locked again after its release, by one holder at a time', async () => {
  const path = join(directory, 'deeper', '.data')
  const lock = await lockDataDirectory(path)
  await expect(lockDataDirectory(path)).rejects.toThrow('is in use')
  await lock.release()
  await lock.release()
  expect(existsSync(join(path, 'answerable.pid'))).toBe(false)
  await (await lockDataDirectory(path)).release()
})

it('is closed to other users with any umask, including an existing one', async () => {
  const former = process.umask(0)
  try {
    const mine = process.getuid?.() === 0 ? 0o711 : 0o700
    const mode = (path: string) => statSync(path).mode & 0o777
    for (const umask of [0o000, 0o022, 0o077]) {
      process.umask(umask)
      const path = join(directory, `umask-${umask}`)
      await (await lockDataDirectory(path)).release()
      expect(mode(path)).toBe(mine)
      chmodSync(path, 0o777)
      const lock = await lockDataDirectory(path)
      expect(mode(path)).toBe(mine)
      for (const file of ['lock', 'answerable.pid']) expect(mode(join(path, file))).toBe(0o600)
      await lock.release()
    }
  } finally {
    process.umask(former)
  }
})

it('reports an unusable directory in one line', async () => {
  const file = join(directory, 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  await expect(lockDataDirectory(file)).rejects.toThrow(
    /^The data directory .* cannot be used: .*$/,
  )
})
