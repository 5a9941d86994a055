import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'

/** A loader whose batches end when the test finishes them. */
const heldLoader = () => {
  const batches: { keys: readonly number[]; finish: (error?: Error) => void }[] = []
  const load = batchLoader<number, string>(async (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    batches.push({ keys, finish: (error) => (error === undefined ? resolve() : reject(error)) })
    await promise
    return keys.map((key) => `value ${key}`)
  })
  return { load, batches }
}

test('reads the keys of one turn in one batch, and so those requested while two batches are in flight', async () => {
  const { load, batches } = heldLoader()
  const values = [load(1), load(2)]
  await expect.poll(() => batches.length).toBe(1)
  values.push(load(3))
  await expect.poll(() => batches.length).toBe(2)
  values.push(load(4))
  await endOfTurn()
  values.push(load(5))
  await endOfTurn()
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2], [3]])
  batches[0]?.finish()
  expect(await values[0]).toBe('value 1')
  await expect.poll(() => batches.length).toBe(3)
  expect(batches[2]?.keys).toEqual([4, 5])
  batches[1]?.finish()
  batches[2]?.finish()
  expect(await Promise.all(values)).toEqual([1, 2, 3, 4, 5].map((key) => `value ${key}`))
})

test('reads a key again that is requested again', async () => {
  const { load, batches } = heldLoader()
  for (const count of [1, 2]) {
    const value = load(7)
    await expect.poll(() => batches.length).toBe(count)
    batches[count - 1]?.finish()
    expect(await value).toBe('value 7')
  }
})

test('limits a batch to 100 keys, and a failed batch rejects only its own keys', async () => {
  const { load, batches } = heldLoader()
  const values = Array.from({ length: 150 }, (_, key) => load(key).catch(String))
  await expect.poll(() => batches.map(({ keys }) => keys.length)).toEqual([100, 50])
  batches[0]?.finish(new Error('unavailable'))
  batches[1]?.finish()
  const settled = await Promise.all(values)
  expect(new Set(settled.slice(0, 100))).toEqual(new Set(['Error: unavailable']))
  expect(settled.slice(100)).toEqual(Array.from({ length: 50 }, (_, at) => `value ${at + 100}`))
})
