import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@answerable/service-kit/log'
import { until } from '@answerable/service-kit/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPostgresRunning } from './keeper.ts'
import { ask } from './testing/ask.ts'

let dataDirectory: string
let postgres: Awaited<ReturnType<typeof keepPostgresRunning>>

beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'answerable-keeper-'))
  chmodSync(dataDirectory, 0o711)
  const log = createLog({ service: 'test', level: 'silent' })
  postgres = await keepPostgresRunning({ dataDirectory, log })
  await ask(postgres.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
})
afterEach(async () => {
  await postgres.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
})

const postmaster = (): number =>
  Number(readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

const killPostmaster = (): void => {
  try {
    process.kill(postmaster(), 'SIGKILL')
  } catch {
    // It is not running now.
  }
}

const isBackSince = (pid: number) =>
  until(async () => {
    expect(await ask(postgres.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(postmaster()).not.toBe(pid)
  })

test('a killed PostgreSQL restarts at the same address with all committed data', async () => {
  const pid = postmaster()
  process.kill(pid, 'SIGKILL')
  await isBackSince(pid)
})

test('it waits for its port if another process took it', async () => {
  const pid = postmaster()
  const port = Number(new URL(postgres.ownerUrl).port)
  const other = createServer((socket) => socket.destroy())
  await until(() => {
    // Again if it was back before the other process could take the port.
    killPostmaster()
    return new Promise<void>((resolve, reject) => {
      other.once('error', reject).listen(port, '127.0.0.1', resolve)
    })
  })
  const logFile = join(dataDirectory, 'postgres.log')
  await until(() => expect(readFileSync(logFile, 'utf8')).toContain('could not bind IPv4 address'))
  other.close()
  await isBackSince(pid)
})
