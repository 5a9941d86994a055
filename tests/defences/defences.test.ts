import { expect, test } from 'vitest'
import { root } from '../command.ts'
import { defences } from './all.ts'
import { countIn, patternOf } from './defence.ts'

test('every defence can still be taken away: its text stands once in its file', async () => {
  for (const { threat, file, from, to } of defences) {
    expect({ threat, file, found: await countIn(root, file, from) }).toMatchObject({ found: 1 })
    expect({ threat, isChanged: from !== to }).toMatchObject({ isChanged: true })
  }
})

test('every defence names a test that there is', async () => {
  for (const { threat, test } of defences) {
    const isThere = (await countIn(root, test.file, test.name)) > 0
    expect({ threat, test, isThere }).toMatchObject({ isThere: true })
  }
})

test('there are at least 40 defences, each against a threat of its own', () => {
  expect(defences.length).toBeGreaterThanOrEqual(40)
  expect(new Set(defences.map(({ threat }) => threat)).size).toBe(defences.length)
})

test('a test is found by its name, whatever its cases fill in', () => {
  expect('a (b) is 3').toMatch(new RegExp(patternOf('a (b) is %s')))
  expect('of 20 a/b none').toMatch(new RegExp(patternOf(['of $', '{n} a/b none'].join(''))))
  expect('something else').not.toMatch(new RegExp(patternOf('a (b) is %s')))
})
