import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseAt, databaseServices, migrate } from '@answerable/infra/migrate/migrate'
import { memoryBus } from '@answerable/service-kit/bus/memory-bus'
import { createLog } from '@answerable/service-kit/log'
import { startPostgres } from '@answerable/site/postgres/postgres'
import { checkPermutations } from './permutations.ts'
import { scenario } from './scenario.ts'
import { startDeliverySite } from './site.ts'

const { values } = parseArgs({
  options: {
    permutations: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [permutations, seed] = [Number(values.permutations), Number(values.seed)]
if (!Number.isSafeInteger(permutations) || permutations < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run tool -- test-events [--permutations 1000] [--seed NUMBER]\n')
  process.exit(1)
}

const log = createLog({ service: 'events', level: 'warn' })
const dataDirectory = mkdtempSync(join(tmpdir(), 'answerable-events-'))
// PostgreSQL may run under an account of its own.
chmodSync(dataDirectory, 0o711)
const database = 'events'
const passwords = Object.fromEntries(databaseServices.map((name) => [name, `password of ${name}`]))
const postgres = await startPostgres({ dataDirectory, log, settings: { fsync: 'off' } })
try {
  await migrate({ ownerUrl: postgres.ownerUrl, database, passwords, log })
  const bus = memoryBus({ log: createLog({ service: 'events', level: 'silent' }) })
  const ownerUrl = databaseAt(postgres.ownerUrl, database)
  const site = await startDeliverySite({ ownerUrl, passwords, openBus: () => bus })
  const started = performance.now()
  try {
    const verdict = await checkPermutations({ owner: site.owner, bus }, { permutations, seed })
    const seconds = Math.round((performance.now() - started) / 1_000)
    console.log(
      `${verdict.permutations} permutations of ${scenario.length} events, ${verdict.deliveries} deliveries ` +
        `in ${seconds} s (seed ${seed}): one state, ${verdict.hash}`,
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await site.stop()
  }
} finally {
  await postgres.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
}
