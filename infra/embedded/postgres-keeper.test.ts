import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@answerable/service-kit/log'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { keepPostgresRunning } from './postgres-keeper.ts'

const ask = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

test('PostgreSQL that is killed comes back at the same address with what was committed', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'answerable-keeper-'))
  chmodSync(dataDirectory, 0o711)
  const log = createLog({ service: 'test', level: 'silent' })
  const postgres = await keepPostgresRunning({ dataDirectory, log })
  try {
    await ask(postgres.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = Number(
      readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    )
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(
      async () => {
        const rows = await ask(
          postgres.ownerUrl,
          'SELECT answer, pg_postmaster_start_time() FROM kept',
        )
        expect(rows).toMatchObject([{ answer: 42 }])
        const now = Number(
          readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
        )
        expect(now).not.toBe(pid)
      },
      { timeout: 10_000, interval: 50 },
    )
  } finally {
    await postgres.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
