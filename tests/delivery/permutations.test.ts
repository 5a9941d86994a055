import { memoryBus } from '@answerable/service-kit/bus/memory-bus'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkPermutations } from './permutations.ts'
import { expectedAuthors } from './scenario.ts'
import { startDeliverySite } from './site.ts'

const start = async () => {
  const bus = memoryBus({ log: createLog({ service: 'test', level: 'silent' }) })
  const database = await cloneDatabase('auth')
  const { passwords } = inject('databaseServer')
  const { ownerUrl } = database
  const site = await startDeliverySite({ ownerUrl, passwords, openBus: () => bus })
  onTestFinished(async () => {
    await site.stop()
    await database.drop()
  })
  return { owner: site.owner, bus }
}

test('repeated, shuffled, lost and replayed events lead to the same state', async () => {
  const site = await start()
  const { deliveries } = await checkPermutations(site, { permutations: 60, seed: 60 })
  expect(deliveries).toBeGreaterThan(1_000)
  const { rows } = await site.owner.catalog.query(
    'SELECT username, version, suspended FROM authors ORDER BY id',
  )
  expect(rows).toEqual(expectedAuthors)
  const { rows: totals } = await site.owner.catalog.query(
    `SELECT id, author_id IS NULL AS orphan, score, comment_count, flag_count
     FROM submissions ORDER BY id`,
  )
  expect(totals).toEqual([
    { id: 'aaaaaaaa', orphan: false, score: 0, comment_count: 1, flag_count: 0 },
    { id: 'bbbbbbbb', orphan: true, score: 0, comment_count: 1, flag_count: 0 },
  ])
})

test('detects a consumer that does not compare versions', async () => {
  const site = await start()
  await site.owner.catalog.query(`
    CREATE FUNCTION forget_version() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.version := NULL; RETURN NEW; END $$;
    CREATE TRIGGER forget_version BEFORE INSERT OR UPDATE ON authors
      FOR EACH ROW EXECUTE FUNCTION forget_version()`)
  const checking = checkPermutations(site, { permutations: 20, seed: 1 })
  await expect(checking).rejects.toThrow(/Counterexample/)
})
