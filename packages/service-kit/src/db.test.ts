import { expect, test } from 'vitest'
import { openPool } from './db.ts'
import { createLog } from './log.ts'
import { cloneDatabase } from './testing/database.ts'

test('a connection that is lost is reported, but not once its pool is being closed', async () => {
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
