import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseReadiness, openCommandPool, openPool, transaction } from './db.ts'
import { isAway } from './errors.ts'
import { createLog } from './log.ts'
import { cloneDatabase } from './testing/database.ts'

test('a lost connection is logged unless its pool is closing', async () => {
  const database = await cloneDatabase('catalog')
  const lines: string[] = []
  const log = createLog({ service: 'test', level: 'warn' }, { write: (line) => lines.push(line) })
  const pool = openPool({ url: database.url, max: 2, name: 'test', log })
  const loseConnection = async () => {
    const client = await pool.connect()
    const lost = new Promise((resolve) => client.once('error', resolve))
    client.release()
    client.emit('error', new Error('terminating connection'))
    await lost
  }
  try {
    await loseConnection()
    expect(lines).toEqual([expect.stringContaining('database connection lost')])
    const other = await pool.connect()
    const closing = pool.end()
    other.release()
    pool.emit('error', new Error('terminating connection'), other)
    await closing
    expect(lines).toHaveLength(1)
  } finally {
    await database.drop()
  }
})

test('a read-only server counts as unavailable and its connections are closed', async () => {
  const database = await cloneDatabase('catalog')
  const log = createLog({ service: 'test', level: 'silent' })
  const pool = openPool({ url: database.url, max: 1, name: 'test', log })
  const migrations = join(import.meta.dirname, '../../../services/catalog/migrations')
  const isReady = databaseReadiness(pool, migrations)
  const write = () =>
    transaction(pool, (db) => db.query('DELETE FROM submissions')).then(
      () => null,
      (error: unknown) => error,
    )
  // Simulates a server that has become a standby.
  const becomeReadOnly = () => pool.query('SET default_transaction_read_only = on')
  try {
    expect(await isReady()).toBe(true)
    await becomeReadOnly()
    const error = await write()
    expect(error).toMatchObject({ code: '25006' })
    expect(isAway(error)).toBe(true)
    expect(await write()).toBeNull()
    await becomeReadOnly()
    expect(await isReady()).toBe(false)
    expect(await isReady()).toBe(true)
  } finally {
    await pool.end()
    await database.drop()
  }
})

test('a statement of a command may take longer than one of a request', async () => {
  const database = await cloneDatabase('catalog')
  const log = createLog({ service: 'test', level: 'silent' })
  const url = new URL(database.ownerUrl)
  // Otherwise it would replace the limits of the two pools.
  url.searchParams.delete('query_timeout')
  const requestPool = openPool({ url: url.href, max: 1, name: 'test', log })
  const commandPool = openCommandPool({ url: url.href, name: 'test', log })
  try {
    const [request, command] = await Promise.allSettled([
      // A process that stands still at the limit of 3 s must not find the result when it goes on.
      requestPool.query('SELECT pg_sleep(60)'),
      commandPool.query('SELECT pg_sleep(4)'),
    ])
    expect(request).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } })
    expect(command).toMatchObject({ status: 'fulfilled' })
  } finally {
    await Promise.all([requestPool.end(), commandPool.end()])
    await database.drop()
  }
})
