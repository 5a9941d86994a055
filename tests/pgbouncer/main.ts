import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startMailServer } from '../../services/auth/src/testing/mail-server.ts'
import { printTable } from '../faults/print-table.ts'
import { until } from '../faults/program.ts'
import { beginSteadily, openStage, untilSteady } from '../faults/stage.ts'
import { openActions } from '../versions/actions.ts'
import { openChecks } from '../versions/checks.ts'
import { type Pooler, startPgBouncer } from './pooler.ts'

// Runs all services through a PgBouncer in transaction mode, which gives each of them at most three connections.

const { values } = parseArgs({
  options: {
    /** Writes per second. */
    rate: { type: 'string', default: '40' },
    /** Time under load before each check. */
    seconds: { type: 'string', default: '20' },
  },
})
const [rate, seconds] = [values.rate, values.seconds].map(Number)
if (!rate || !seconds) throw new Error('--rate and --seconds must be numbers above 0')

const mails = await startMailServer()
let pooler: Pooler | null = null
const stage = await openStage({
  rate,
  isLinked: false,
  environment: { auth: { SMTP_URL: mails.url } },
  openPooler: async (ownerUrl, directory) => {
    pooler = await startPgBouncer(ownerUrl, directory)
    return pooler
  },
})
try {
  process.exitCode = (await tryPooler(pooler)) === 0 ? 0 : 1
} finally {
  await stage.close()
  await (pooler as Pooler | null)?.stop()
  await mails.stop()
}

async function tryPooler(running: Pooler | null): Promise<number> {
  if (running === null) throw new Error('PgBouncer was not started')
  const { client, people, recorder, site } = stage
  const actions = openActions({ client, people, mails, gatewayUrls: site.gatewayUrls })
  const checks = openChecks(stage, actions)
  await beginSteadily(stage)
  const rows = []

  const from = performance.now()
  await actions.take()
  await delay((seconds ?? 0) * 1_000)
  rows.push(await checks.after('under load', from))
  const { clients, servers } = await running.connections()
  console.log(`${clients} connections of services share ${servers} to PostgreSQL`)

  recorder.clear()
  const killedAt = performance.now()
  running.kill()
  await until('PgBouncer listens again', running.isUp)
  const back = await untilSteady(recorder, killedAt)
  console.log(`PgBouncer killed: the site was back after ${(back / 1_000).toFixed(1)} s`)
  // Calls fail while it is away. Nothing else may be wrong.
  recorder.clear()
  await actions.take()
  rows.push(await checks.after('after a kill of PgBouncer', performance.now()))
  await stage.load.stop()
  rows.push(await checks.after('after all responses', performance.now()))
  return printTable('Through PgBouncer', { headings: checks.headings, rows })
}
