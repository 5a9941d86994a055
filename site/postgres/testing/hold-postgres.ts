import { createLog } from '@answerable/service-kit/log'
import pg from 'pg'
import { lockDataDirectory } from '../../data-directory.ts'
import { StartError } from '../../start-error.ts'
import { startPostgres } from '../postgres.ts'

// Run by tests in a separate process: runs PostgreSQL in the directory of its first argument until SIGINT,
// and sends a last query after it.
const dataDirectory = process.argv[2] ?? ''
try {
  await lockDataDirectory(dataDirectory)
  const log = createLog({ service: 'tests', level: 'silent' })
  const postgres = await startPostgres({ dataDirectory, log })
  const forever = setInterval(() => {}, 60_000)
  const close = async () => {
    clearInterval(forever)
    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    await client.connect()
    await client.query('SELECT 1')
    await client.end()
    await postgres.stop()
    process.stdout.write('closed\n')
  }
  process.once('SIGINT', () => void close())
  process.stdout.write(`${JSON.stringify({ pid: postgres.pid, url: postgres.ownerUrl })}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
