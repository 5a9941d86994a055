import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

/** Work that the test ends. */
const openWork = () => {
  const started: { name: string; end: () => void; fail: () => void }[] = []
  const begin = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) })
    })
  return { started, begin, names: () => started.map(({ name }) => name) }
}

test('limits running work, queues some more in order, and rejects the rest at once', async () => {
  const { started, begin, names } = openWork()
  const limit = concurrencyLimit({ running: () => 2, waiting: 2 })
  const results = ['a', 'b', 'c', 'd'].map((name) => limit(begin(name)))
  await expect(limit(begin('e'))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  expect(names()).toEqual(['a', 'b'])
  started[0]?.end()
  expect(await results[0]).toBe('a')
  expect(names()).toEqual(['a', 'b', 'c'])
  started[1]?.fail()
  await expect(results[1]).rejects.toThrow('b')
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
  for (const { end } of started) end()
  expect(await Promise.all(results.slice(2))).toEqual(['c', 'd'])
  const later = limit(begin('f'))
  started.at(-1)?.end()
  expect(await later).toBe('f')
})
