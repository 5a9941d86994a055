import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { calls } from './calls.ts'
import { type Claim, claims } from './claims.ts'
import { constants, constantsWithoutPage } from './constants.ts'
import { texts } from './texts.ts'
import { sortUnproven } from './unproven.ts'

const made = claims()
const journeys = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.journey.ts'))
const ran = named('journey')
const isPartial = journeys.some((file) => !ran.has(file))

test.beforeEach(() => {
  test.skip(isPartial, 'only some journeys through the specification ran')
})

for (const [subject, { section, texts: quoted }] of Object.entries(texts)) {
  test(`every quoted text of section ${section}, was seen in the browser`, () => {
    const seen = named('text', (one) => one.kind === 'text' && one.subject === subject)
    expectProven(quoted.filter((text) => !seen.has(text)))
  })
}

test('every call of section 7 was made by a page, with the fields of its body', () => {
  const seen = named('call')
  // A journey file does not name its pages' calls, so any failed journey may have made them.
  expectProven(
    Object.keys(calls).filter((name) => !seen.has(name)),
    () => true,
  )
})

test('every constant of section 9 was seen to hold in the browser', () => {
  const seen = named('constant')
  expectProven(constants.filter((name) => !seen.has(name)))
})

test('the constants that no page shows have a test beside the code', () => {
  const root = join(import.meta.dirname, '../..')
  for (const { file, test: name } of Object.values(constantsWithoutPage)) {
    expect(readFileSync(join(root, file), 'utf8')).toContain(`test('${name}'`)
  }
})

/** Fails for claims that no journey makes. For claims of a failed journey, names that journey. */
function expectProven(
  unproven: readonly string[],
  wouldMake?: Parameters<typeof sortUnproven>[2],
): void {
  const failed = made
    .filter((one) => one.kind === 'failure')
    .filter(({ file }) => journeys.includes(file))
    .map(({ file, name: title }) => {
      return { file, title, source: readFileSync(join(import.meta.dirname, file), 'utf8') }
    })
  const { missing, notes } = sortUnproven(unproven, failed, wouldMake)
  for (const note of notes) console.log(note)
  expect(missing, 'claims that no journey makes').toEqual([])
  test.skip(notes.length > 0, notes.join('\n'))
}

function named(
  kind: Claim['kind'],
  counts: (claim: Claim) => boolean = () => true,
): ReadonlySet<string> {
  return new Set(made.filter((one) => one.kind === kind && counts(one)).map(({ name }) => name))
}
