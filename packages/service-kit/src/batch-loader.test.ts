import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { grouped } from './batch-loader.ts'

/** A read that ends when it is let go, and what it was asked for each time. */
const heldRead = () => {
  const groups: { keys: readonly number[]; go: (error?: Error) => void }[] = []
  const read = grouped<number, string>(async (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    groups.push({ keys, go: (error) => (error === undefined ? resolve() : reject(error)) })
    await promise
    return keys.map((key) => `value ${key}`)
  })
  return { read, groups }
}

test('what is asked for in one turn is read together, and so is what comes while two groups are read', async () => {
  const { read, groups } = heldRead()
  const answers = [read(1), read(2)]
  await expect.poll(() => groups.length).toBe(1)
  answers.push(read(3))
  await expect.poll(() => groups.length).toBe(2)
  answers.push(read(4))
  await endOfTurn()
  answers.push(read(5))
  await endOfTurn()
  expect(groups.map(({ keys }) => keys)).toEqual([[1, 2], [3]])
  groups[0]?.go()
  expect(await answers[0]).toBe('value 1')
  await expect.poll(() => groups.length).toBe(3)
  expect(groups[2]?.keys).toEqual([4, 5])
  groups[1]?.go()
  groups[2]?.go()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((key) => `value ${key}`))
})

test('no group has more than a hundred, and a group that fails is told so, and no other', async () => {
  const { read, groups } = heldRead()
  const answers = Array.from({ length: 150 }, (_, key) => read(key).catch(String))
  await expect.poll(() => groups.map(({ keys }) => keys.length)).toEqual([100, 50])
  groups[0]?.go(new Error('away'))
  groups[1]?.go()
  const told = await Promise.all(answers)
  expect(new Set(told.slice(0, 100))).toEqual(new Set(['Error: away']))
  expect(told.slice(100)).toEqual(Array.from({ length: 50 }, (_, at) => `value ${at + 100}`))
})
