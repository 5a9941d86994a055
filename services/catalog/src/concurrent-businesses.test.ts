import { randomUUID } from 'node:crypto'
import { readBusiness } from '@answerable/contracts/businesses'
import { readSubmission } from '@answerable/contracts/submissions'
import { type BareTestService, startBareTestService } from '@answerable/service-kit/testing/service'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from './service.ts'
import { type BusinessRun, send } from './testing/business-client.ts'
import { type BusinessCommand, businessCommands, nameCount } from './testing/business-commands.ts'
import {
  type BusinessOperation,
  businessesAfter,
  type DoneWithBusiness,
  unique,
} from './testing/business-model.ts'
import { type BusinessesState, noBusinesses } from './testing/business-state.ts'
import { findDrift, startCatalog, type TestCatalog } from './testing/fixtures.ts'

/** A small number for `npm test`; MODEL_RUNS=2000 runs longer. */
const runs = Number(process.env.MODEL_RUNS ?? 20)
const roundsPerRun = 12

let one: TestCatalog
let other: BareTestService

beforeAll(async () => {
  one = await startCatalog()
  other = await startBareTestService(catalog, { DATABASE_URL: one.database.url })
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

type Run = BusinessRun & {
  /** Match keys of the names. */
  keys: readonly string[]
  states: BusinessesState[]
}

test(`concurrent merges, renames, suggestions, votes and proposals match some order (${runs} runs)`, {
  timeout: 1_800_000 + runs * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(businessCommands(roundsPerRun), async (rounds) => {
      const run = await newRun()
      await playRound(
        run,
        [0, 1, 2].map((name) => ({ kind: 'propose', name, spelling: 0 })),
      )
      for (const commands of rounds) {
        const operations = commands.map((command) => operationOf(run, command))
        const instances = commands.map(({ instance }) => (instance === 0 ? one : other))
        await playRound(run, operations, instances)
      }
      await checkTables(run)
      expect(await findDrift(one.db, run.submissions)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

const newRun = async (): Promise<Run> => {
  const tag = randomUUID().slice(0, 8)
  const names = ['Adder', 'Bison', 'Crane', 'Dingo', 'Egret', 'Finch']
    .slice(0, nameCount)
    .map((word) => `${word} ${tag}`)
  const { rows } = await one.db.query<{ key: string }>(
    'SELECT match_key(name) AS key FROM unnest($1::text[]) AS name',
    [names],
  )
  const keys = rows.map(({ key }) => key)
  const idOf = async (slug: string): Promise<string | undefined> => {
    const { rows: found } = await one.db.query<{ id: string }>(
      'SELECT business_id AS id FROM business_slugs WHERE slug = $1',
      [slug],
    )
    return found[0]?.id
  }
  const known = { submissions: [], slugs: new Map(), suggestions: [] }
  return { names, keys, idOf, ...known, states: [noBusinesses] }
}

const playRound = async (
  run: Run,
  operations: readonly BusinessOperation[],
  instances: readonly BareTestService[] = [],
): Promise<void> => {
  const done: DoneWithBusiness[] = await Promise.all(
    operations.map(async (operation, by) => ({
      ...{ by, operation },
      outcome: await send(instances[by] ?? one, run, { by, operation }),
    })),
  )
  const states = unique(run.states.flatMap((state) => businessesAfter(state, done)))
  expect(states, `no order explains ${JSON.stringify(done)}`).not.toEqual([])
  run.states = states
}

/** The item at a position, or at its remainder in a shorter list. */
const pick = (list: readonly string[], position: number): string =>
  list[position % list.length] ?? ''

/** Without a suggestion to accept, one is made. */
const operationOf = (run: Run, command: BusinessCommand): BusinessOperation => {
  const { kind, name, spelling, value } = command
  const businesses = [...run.slugs.keys()]
  const [business, second] = [pick(businesses, command.first), pick(businesses, command.second)]
  const submission = pick(run.submissions, command.first)
  const suggestAlias = { kind: 'suggest', business, suggested: { kind: 'alias', name } } as const
  switch (kind) {
    case 'propose':
      return { kind, name, spelling }
    case 'vote':
      return { kind, submission, value }
    case 'approve':
    case 'remove':
      return { kind, submission }
    case 'name':
    case 'alias':
    case 'remove-alias':
      return { kind, business, name }
    case 'parent':
      return { kind, business, owner: second }
    case 'merge':
      return business === second ? { kind: 'unmerge', business } : { kind, business, into: second }
    case 'unmerge':
    case 'read':
      return { kind, business }
    case 'suggest-alias':
      return suggestAlias
    case 'suggest-merge':
      return { kind: 'suggest', business, suggested: { kind: 'merge', into: second } }
    case 'accept':
      return run.suggestions.length === 0
        ? suggestAlias
        : { kind, suggestion: pick(run.suggestions, command.first) }
    default:
      return kind satisfies never
  }
}

/** The tables and all responses are one of the possible states, and names and owners are consistent. */
const checkTables = async (run: Run): Promise<void> => {
  const ids = [...run.slugs.keys()]
  const tables = await readTables(run)
  expect(
    run.states.map(({ names, businesses, submissions }) => ({
      names,
      businesses,
      submissions: scoresOf(submissions),
    })),
  ).toContainEqual(tables)
  for (const service of [one, other]) {
    for (const [id, submission] of Object.entries(tables.submissions)) {
      if (!submission.approved) continue
      const { body } = await service.call(readSubmission, { params: { id } })
      const { slug, name } = body.business
      expect(body).toMatchObject({ business: { id: submission.business }, score: submission.score })
      const page = await service.call(readBusiness, { params: { slug } })
      expect(page).toMatchObject({ status: 200, body: { id: submission.business, name } })
    }
  }
  const { rows: misnamed } = await one.db.query(
    `SELECT id FROM businesses WHERE id = ANY ($1) AND merged_into IS NULL AND 1 <> (
       SELECT count(*) FILTER (WHERE NOT is_alias AND key = match_key(businesses.name)) +
         count(*) FILTER (WHERE NOT is_alias AND key <> match_key(businesses.name))
       FROM business_names WHERE business_id = businesses.id
     )`,
    [ids],
  )
  expect(misnamed).toEqual([])
  const { rows: misplaced } = await one.db.query(
    `SELECT submission_id FROM submission_facets JOIN submissions ON id = submission_id
     WHERE submissions.business_id = ANY ($1)
       AND submission_facets.business_id IS DISTINCT FROM submissions.business_id`,
    [ids],
  )
  expect(misplaced).toEqual([])
}

const scoresOf = (submissions: BusinessesState['submissions']) =>
  Object.fromEntries(
    Object.entries(submissions).map(([id, { votes, ...rest }]) => [
      id,
      { ...rest, score: Object.values(votes).reduce<number>((sum, value) => sum + value, 0) },
    ]),
  )

const readTables = async (run: Run) => {
  const ids = [...run.slugs.keys()]
  const { rows: names } = await one.db.query<{ key: string; business_id: string }>(
    'SELECT key, business_id FROM business_names WHERE business_id = ANY ($1) OR key = ANY ($2)',
    [ids, run.keys],
  )
  const { rows: businesses } = await one.db.query<{
    id: string
    key: string
    mergedInto: string | null
    parent: string | null
    curated: boolean
  }>(
    `SELECT id, match_key(name) AS key, merged_into AS "mergedInto", parent_id AS parent, curated
     FROM businesses WHERE id = ANY ($1)`,
    [ids],
  )
  const { rows: submissions } = await one.db.query<{
    id: string
    business: string
    approved: boolean
    score: number
  }>(
    `SELECT id, business_id AS business, approved, score FROM submissions
     WHERE id = ANY ($1) OR business_id = ANY ($2)`,
    [run.submissions, ids],
  )
  return {
    names: Object.fromEntries(names.map((row) => [run.keys.indexOf(row.key), row.business_id])),
    businesses: Object.fromEntries(
      businesses.map(({ id, key, ...rest }) => [id, { ...rest, name: run.keys.indexOf(key) }]),
    ),
    submissions: Object.fromEntries(submissions.map(({ id, ...rest }) => [id, rest])),
  }
}
