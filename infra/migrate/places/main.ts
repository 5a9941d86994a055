import { setPriority } from 'node:os'
import { databaseUrl, parseEnvironment } from '@answerable/service-kit/config'
import { createLog } from '@answerable/service-kit/log'
import * as z from 'zod/mini'
import { databaseAt } from '../migrate.ts'
import { reasonOfFailure } from '../reason-of-failure.ts'
import { loadPlaces } from './load-places.ts'

// Loads the places beside a running site, whose programs have priority.

const settings = z.object({
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: z._default(z.string(), 'info'),
})

try {
  setPriority(19)
  const { DATABASE_URL, LOG_LEVEL } = parseEnvironment(settings, process.env)
  const database = decodeURIComponent(new URL(DATABASE_URL).pathname.slice(1)) || 'answerable'
  await loadPlaces({
    databaseUrl: databaseAt(DATABASE_URL, database),
    log: createLog({ service: 'places', level: LOG_LEVEL }),
  })
} catch (error) {
  process.stderr.write(`places: ${reasonOfFailure(error)}\n`)
  process.exitCode = 1
}
