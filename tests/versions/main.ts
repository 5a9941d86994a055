import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serviceNames } from '@answerable/contracts/route'
import { startMailServer } from '../../services/auth/src/testing/mail-server.ts'
import { isReady } from '../faults/instances.ts'
import { printTable } from '../faults/print-table.ts'
import { until } from '../faults/program.ts'
import { beginSteadily, openStage } from '../faults/stage.ts'
import { openActions } from './actions.ts'
import { openChecks } from './checks.ts'
import { checkOut } from './older-version.ts'

// Runs the programs of an older commit and those of this tree against one PostgreSQL, NATS and Redis, which this tree
// has migrated: the older ones alone, both, the newer ones alone, and back again.

const { values } = parseArgs({
  options: {
    /** The older commit. */
    from: { type: 'string' },
    /** Writes per second. */
    rate: { type: 'string', default: '20' },
    /** Time under load after each change. */
    seconds: { type: 'string', default: '15' },
  },
})
if (values.from === undefined) throw new Error('--from must name the older commit')
const [rate, seconds] = [values.rate, values.seconds].map(Number)
if (!rate || !seconds) throw new Error('--rate and --seconds must be numbers above 0')

const startedAt = performance.now()
const say = (text: string): void => {
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`)
}

const older = await checkOut(values.from)
const mails = await startMailServer()
try {
  const migrations = older.newMigrations.join(', ') || 'none'
  say(`older version: ${older.commit}; migrations since: ${migrations}`)
  const missed = await tryVersions()
  process.exitCode = missed === 0 ? 0 : 1
} finally {
  await mails.stop()
  await older.remove()
}

async function tryVersions(): Promise<number> {
  const stage = await openStage({
    rate: rate ?? 0,
    isLinked: false,
    code: older.directory,
    environment: { auth: { SMTP_URL: mails.url } },
  })
  const { site, client } = stage
  try {
    const actions = openActions({
      ...{ client, people: stage.people, mails },
      gatewayUrls: site.gatewayUrls,
    })
    const checks = openChecks(stage, actions)

    const add = async (code?: string): Promise<void> => {
      for (const name of serviceNames) await site.instances[name].add(code)
      for (const name of serviceNames) {
        const newest = site.instances[name].urls().at(-1) ?? ''
        await until(`the new ${name} is ready`, () => isReady(newest))
      }
    }
    /** Leaves only the newest instance of each program. */
    const endOlder = async (): Promise<void> => {
      for (const name of serviceNames) {
        const instances = site.instances[name]
        while (instances.urls().length > 1) {
          const { code } = await instances.endOldest()
          if (code !== 0) say(`${name} ended with exit code ${code}`)
        }
      }
    }

    const phases = [
      { name: 'older version on the new tables', change: async () => {} },
      { name: 'both', change: () => add() },
      { name: 'newer version', change: endOlder },
      { name: 'both again', change: () => add(older.directory) },
      { name: 'older version again', change: endOlder },
    ]
    await beginSteadily(stage)
    const rows = []
    for (const { name, change } of phases) {
      say(name)
      const from = performance.now()
      await change()
      await actions.take()
      await delay((seconds ?? 0) * 1_000)
      rows.push(await checks.after(name, from))
    }
    await stage.load.stop()
    rows.push(await checks.after('after all responses', performance.now()))
    return printTable('Two versions at once', { headings: checks.headings, rows })
  } finally {
    await stage.close()
  }
}
