import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { verifyLog } from '../../services/moderation/src/log/verify.ts'
import { ask } from '../faults/ask.ts'
import type { Table } from '../faults/print-table.ts'
import { until } from '../faults/program.ts'
import { failuresOf } from '../faults/samples.ts'
import type { Stage } from '../faults/stage.ts'
import { verify } from '../faults/verify.ts'
import type { Actions } from './actions.ts'

export type Checks = {
  readonly headings: readonly string[]
  /** The row of a phase that began at this time. */
  readonly after: (phase: string, from: number) => Promise<Table['rows'][number]>
}

const headings = [
  ...['phase', 'calls', 'failed', 'writes', 'lost', 'double', 'wrong numbers'],
  ...['actions', 'wrong', 'dead letters'],
]

const schemas = ['auth', 'catalog', 'moderation', 'notifications', 'evidence'] as const

export const openChecks = ({ site, db, recorder, load }: Stage, actions: Actions): Checks => ({
  headings,
  after: async (phase, from) => {
    // Events of before have arrived everywhere, or are dead letters by now.
    const wrongs = async () => [
      ...(await actions.wrongs(db)),
      ...(await waiting(db, site.ownerUrl)),
    ]
    await until('all is consistent', async () => (await wrongs()).length === 0, 60_000).catch(
      () => {},
    )
    const wrong = await wrongs()
    const { acknowledged, lost, double, drift } = await verify(db, load.ledger)
    const dead = await deadLetters(db)
    const samples = recorder.since(from)
    const failed = samples.filter(({ isGood }) => !isGood)
    if (failed.length > 0) console.log(`  failed: ${failuresOf(failed)}`)
    for (const what of [...lost, ...double, ...drift, ...wrong, ...dead].slice(0, 20))
      console.log(`  ✗ ${what}`)
    const flaws = [failed, lost, double, drift, wrong, dead].map((each) => each.length)
    const [failedCount = 0, lostCount = 0, doubleCount = 0, drifted = 0, wrongCount = 0] = flaws
    return {
      cells: [
        ...[phase, samples.length, failedCount, acknowledged, lostCount, doubleCount, drifted],
        ...[actions.count(), wrongCount, dead.length],
      ],
      isHeld: flaws.every((flaw) => flaw === 0),
    }
  },
})

/** Events that were not published within a minute, and a broken log. */
const waiting = async (db: Stage['db'], ownerUrl: string): Promise<string[]> => {
  const rows = await ask<{ what: string }>(
    db,
    schemas
      .map(
        (schema) =>
          `SELECT format('event of ${schema} waits: %s', subject) AS what FROM ${schema}.outbox
           WHERE created_at < now() - interval '30 seconds'`,
      )
      .join(' UNION ALL '),
  )
  return [...rows.map(({ what }) => what), ...(await faultOfLog(ownerUrl))]
}

const faultOfLog = async (ownerUrl: string): Promise<string[]> => {
  const url = new URL(ownerUrl)
  url.searchParams.set('options', '-c search_path=moderation')
  const log = createLog({ service: 'tests', level: 'silent' })
  const pool = openPool({ url: patientUrl(url.href), max: 1, name: 'tests', log })
  try {
    const verdict = await verifyLog(pool)
    return verdict.kind === 'whole' ? [] : [`the moderation log: ${verdict.what}`]
  } finally {
    await pool.end()
  }
}

const deadLetters = async (db: Stage['db']): Promise<string[]> => {
  const rows = await ask<{ what: string }>(
    db,
    schemas
      .map(
        (schema) =>
          `SELECT format('dead letter of ${schema}: %s to %s', subject, audience) AS what
           FROM ${schema}.dead_letters`,
      )
      .join(' UNION ALL '),
  )
  return rows.map(({ what }) => what)
}
