import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './outcome.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'answerable-outcome-'))
})

afterAll(() => rm(directory, { recursive: true, force: true }))

test('reports failed tests by name and reason, and the number that passed', async () => {
  const file = await reportOf({
    numPassedTests: 2,
    testResults: [
      {
        name: 'votes.test.ts',
        message: '',
        assertionResults: [
          { fullName: 'counts', status: 'passed', failureMessages: [] },
          { fullName: 'loses nothing', status: 'failed', failureMessages: ['1 is not 2\n at a'] },
        ],
      },
      { name: 'broken.test.ts', message: 'Cannot find x', assertionResults: [] },
    ],
  })

  await expect(vitestOutcome(file, noErrors, 1)).resolves.toEqual({
    passed: 2,
    failures: [
      'votes.test.ts › loses nothing\n    1 is not 2\n     at a',
      'broken.test.ts\n    Cannot find x',
    ],
  })
})

test('reports failed and flaky journeys by project, file and name', async () => {
  const file = await reportOf({
    stats: { expected: 1 },
    errors: [],
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              journey('signs in', 'expected', []),
              journey('votes', 'unexpected', ['Timeout']),
              journey('reads', 'flaky', ['Gone once']),
            ],
          },
        ],
      },
    ],
  })

  await expect(playwrightOutcome(file, 1)).resolves.toEqual({
    passed: 1,
    failures: [
      '[phone] a.journey.ts › votes\n    Timeout',
      '[phone] a.journey.ts › reads\n    Gone once',
    ],
  })
})

test('a runner that crashes, runs no test or fails without a test name has failed', async () => {
  const nothing = await reportOf({ numPassedTests: 0, testResults: [] })
  const unnamed = await reportOf({ numPassedTests: 3, testResults: [] })

  await expect(vitestOutcome(`${nothing}.missing`, noErrors, 137)).resolves.toEqual({
    passed: 0,
    failures: ['no report, exit code 137'],
  })
  await writeFile(`${nothing}.half`, '{"numPassedTests":')
  await expect(vitestOutcome(`${nothing}.half`, noErrors, 137)).resolves.toEqual({
    passed: 0,
    failures: ['the report cannot be read, exit code 137'],
  })
  await expect(vitestOutcome(nothing, noErrors, 0)).resolves.toEqual({
    passed: 0,
    failures: ['no test ran'],
  })
  await expect(vitestOutcome(unnamed, noErrors, 1)).resolves.toEqual({
    passed: 3,
    failures: ['exit code 1, but no test failed'],
  })
  await expect(vitestOutcome(unnamed, noErrors, 0)).resolves.toEqual({ passed: 3, failures: [] })
})

test('reports an error that no test caught, with the file during which it happened', async () => {
  const report = await reportOf({ numPassedTests: 3, testResults: [] })
  const errors = await reportOf([
    { file: 'votes.test.ts', message: 'Error: connection lost\n    at read' },
    { message: 'Worker exited unexpectedly' },
  ])

  await expect(vitestOutcome(report, errors, 1)).resolves.toEqual({
    passed: 3,
    failures: [
      'outside of a test, during votes.test.ts\n    Error: connection lost\n        at read',
      'outside of a test, during no file\n    Worker exited unexpectedly',
    ],
  })
})

const journey = (title: string, status: string, messages: string[]) => ({
  title,
  file: 'a.journey.ts',
  tests: [
    {
      projectName: 'phone',
      status,
      results: [{ errors: messages.map((message) => ({ message })) }],
    },
  ],
})

const noErrors = '/dev/null/none.json'

let reports = 0

const reportOf = async (report: object) => {
  reports += 1
  const file = join(directory, `${reports}.json`)
  await writeFile(file, JSON.stringify(report))
  return file
}
