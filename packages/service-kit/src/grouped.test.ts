import { expect, test } from 'vitest'
import { grouped } from './grouped.ts'

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

test('who asks first is read for at once, who asks meanwhile in one group', async () => {
  const { read, groups } = heldRead()
  const answers = [1, 2, 3, 4, 5].map(read)
  expect(groups.map(({ keys }) => keys)).toEqual([[1], [2]])
  groups[0]?.go()
  expect(await answers[0]).toBe('value 1')
  await expect.poll(() => groups.length).toBe(3)
  expect(groups[2]?.keys).toEqual([3, 4, 5])
  groups[1]?.go()
  groups[2]?.go()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((key) => `value ${key}`))
})

test('no group has more than a hundred, and a group that fails is told so, and no other', async () => {
  const { read, groups } = heldRead()
  const answers = Array.from({ length: 150 }, (_, key) => read(key).catch(String))
  groups[0]?.go(new Error('away'))
  await expect.poll(() => groups.length).toBe(3)
  expect(groups[2]?.keys).toHaveLength(100)
  for (const { go } of groups) go()
  await expect.poll(() => groups.length).toBe(4)
  groups[3]?.go()
  const told = await Promise.all(answers)
  expect(told[0]).toBe('Error: away')
  expect(told.slice(1)).toEqual(Array.from({ length: 149 }, (_, at) => `value ${at + 1}`))
})
