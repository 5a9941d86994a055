import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import { database, databasePasswords } from '@answerable/infra/secrets/derived'
import { storedSecretKey } from '@answerable/infra/secrets/stored-key'
import { createLog } from '@answerable/service-kit/log'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from './postgres/postgres.ts'

const log = createLog({ service: 'test', level: 'silent' })
let directory: string

/** The data of a site that was started, had one dead letter, and was stopped. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'answerable-site-'))
  chmodSync(directory, 0o711)
  const passwords = databasePasswords(await storedSecretKey(directory))
  const postgres = await startPostgres({ dataDirectory: directory, log })
  await migrate({ ownerUrl: postgres.ownerUrl, database, passwords, log })
  const client = new pg.Client({ connectionString: databaseAt(postgres.ownerUrl, database) })
  await client.connect()
  await client.query(`
    INSERT INTO auth.users (email, username) VALUES ('a@example.org', 'somebody');
    INSERT INTO auth.dead_letters (event_id, subject, audience, payload, attempts, error,
      first_died_at, last_died_at)
    VALUES ('a', 'auth.user-changed', 'catalog', '{}', 8, 'Error: no', now(), now())`)
  await client.end()
  await postgres.stop()
})
afterAll(() => rmSync(directory, { recursive: true }))

const run = async (
  script: string,
  ...parameters: string[]
): Promise<{ code: number; text: string }> => {
  const program = join(import.meta.dirname, script)
  const env = { PATH: process.env.PATH, DATA_DIR: directory }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...parameters], {
      env,
    })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, text: stderr }
  }
}

test('operator commands find the database of a stopped site', async () => {
  expect(await run('commands/dead-letters.ts', 'replay', '--all')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^auth-1 is replayed as event .*\n1 dead letter replayed\.\n$/),
  })
  expect(await run('commands/dead-letters.ts', 'list')).toMatchObject({
    text: expect.stringMatching(/^auth-1 {2}replayed .*\n1 dead letter, 0 waiting\.\n$/),
  })
  expect(await run('commands/republish.ts', 'auth')).toEqual({
    code: 0,
    text: 'Republished all accounts (1). They are sent at once, or when the site starts.\n',
  })
  expect(await run('commands/republish.ts', 'realtime')).toEqual({
    code: 1,
    text: 'Usage: npm run tool -- republish auth|catalog\n',
  })
})
