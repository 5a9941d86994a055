import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { superBoostSubmission } from '@answerable/contracts/decisions'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { reviewSubmission } from '@answerable/contracts/review'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Pool } from '@answerable/service-kit/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { root } from '../command.ts'
import { addPerson, type ModerationSite, propose, remove, startModerationSite } from './site.ts'

let site: ModerationSite
let owner: Pool
let admin: Viewer
let id: string

beforeAll(async () => {
  site = await startModerationSite()
  owner = site.owner.moderation
  admin = await addPerson(site, 'admin')
})
beforeEach(async () => {
  await owner.query('TRUNCATE decisions, decision_log, appeals CASCADE')
  id = await propose(site)
  for (const boostValue of [1, 2, 3, 4, 5]) {
    await site.moderation.call(
      superBoostSubmission,
      { params: { id }, body: { boostValue, note: `Note ${boostValue}.` } },
      { viewer: admin },
    )
  }
})
afterAll(() => site.stop())

const verify = async (environment: NodeJS.ProcessEnv) => {
  const script = join(root, 'services/moderation/src/verify-log.ts')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env: environment })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
const verifySite = () => verify({ DATABASE_URL: site.moderation.database.url })

test('an unmodified log is valid', async () => {
  expect(await verifySite()).toEqual({
    code: 0,
    output: 'The log is intact: 5 decisions, 0 redacted notes.\n',
  })
})

test('an empty log is valid', async () => {
  await owner.query('TRUNCATE decisions, decision_log, appeals CASCADE')
  expect((await verifySite()).code).toBe(0)
})

test('simultaneous decisions form one chain', async () => {
  const admins = await Promise.all([1, 2, 3, 4].map(() => addPerson(site, 'admin')))
  const ids = await Promise.all([1, 2, 3].map(() => propose(site)))
  const decided = ids.flatMap((each) => admins.map((one) => remove(site, each, one)))
  await Promise.all(decided)
  expect((await verifySite()).output).toContain('intact: 17 decisions')
})

test('a redacted note does not break it', async () => {
  await owner.query(`UPDATE decisions SET note = NULL, note_salt = NULL WHERE note = 'Note 2.'`)
  expect((await verifySite()).output).toBe('The log is intact: 5 decisions, 1 redacted note.\n')
  const review = await site.moderation.call(reviewSubmission, { params: { id } }, { viewer: admin })
  expect(review.body.decisions.map(({ note }) => note)).toContain(null)
})

const decisionAt = async (position: number): Promise<string> => {
  const { rows } = await owner.query<{ decision_id: string }>(
    'SELECT decision_id FROM decision_log WHERE position = $1',
    [position],
  )
  return rows[0]?.decision_id ?? ''
}

test.each([
  [
    'its content was changed',
    `UPDATE decision_log SET payload = replace(payload::text, '"boostValue":3', '"boostValue":9')::json
     WHERE position = 3`,
    3,
  ],
  [
    'its content was changed',
    `UPDATE decision_log SET payload = (payload::text || ' ')::json WHERE position = 3`,
    3,
  ],
  ['its note was changed', `UPDATE decisions SET note = 'Another.' WHERE note = 'Note 3.'`, 3],
  ['its hash was changed', `UPDATE decision_log SET row_hash = payload_hash WHERE position = 3`, 3],
  [
    'it does not follow the previous row',
    `UPDATE decision_log SET previous_hash = payload_hash WHERE position = 3`,
    3,
  ],
  [
    'it does not follow the previous row',
    // An owner of the database who recomputes the hash of the changed row but not those of later rows.
    `UPDATE decision_log
       SET payload = replace(payload::text, '"boostValue":2', '"boostValue":9')::json
     WHERE position = 2;
     UPDATE decision_log SET payload_hash = sha256(payload::text::bytea),
       row_hash = sha256(previous_hash || int8send(position) || sha256(payload::text::bytea))
     WHERE position = 2`,
    3,
  ],
  ['position 3 is missing', `DELETE FROM decision_log WHERE position = 3`, 4],
  [
    'an applied decision is missing at the end of the log',
    `CREATE TEMP TABLE cut AS SELECT decision_id FROM decision_log WHERE position = 5;
     DELETE FROM decision_log WHERE position = 5`,
    5,
  ],
])('%s: the first broken row is named', async (what, tampering, position) => {
  const named = await decisionAt(position)
  await owner.query(tampering)
  expect(await verifySite()).toEqual({
    code: 1,
    output: `The log is broken at position ${position} (decision ${named}): ${what}.\n`,
  })
})

test('public data suffices to verify that a log continues an earlier one', async () => {
  const { body } = await site.moderation.call(readModerationLog, {})
  let previous = '00'.repeat(32)
  for (const { position, payloadHash, hash } of body.toReversed()) {
    const place = position.toString(16).padStart(16, '0')
    const bytes = Buffer.from(previous + place + payloadHash, 'hex')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
    previous = hash
  }
})

test('the command reports an unreachable database in one line', async () => {
  const { code, output } = await verify({})
  expect([code, output.trim().split('\n').length]).toEqual([1, 1])
  expect(output).toContain('DATABASE_URL')
})
