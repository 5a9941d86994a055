import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Few enough that each answers soon, and enough that the database always has one to work on. */
const mostAtOnce = 2
const mostOfGroup = 100

type Waiting<Key, Value> = { key: Key; outcome: PromiseWithResolvers<Value> }

/**
 * Reads together what is asked for in one turn of the event loop, and what is asked for while earlier groups
 * are being read. A group begins after all who are in it have asked, so that nobody is answered with less than
 * was there when they did. `readAll` answers in the order of its keys.
 */
export const grouped = <Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): ((key: Key) => Promise<Value>) => {
  let waiting: Waiting<Key, Value>[] = []
  let underWay = 0

  /** Never rejects: who asked is told. */
  const readGroup = async (group: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const values = await readAll(group.map(({ key }) => key))
      for (const [at, { outcome }] of group.entries()) outcome.resolve(values[at] as Value)
    } catch (error) {
      for (const { outcome } of group) outcome.reject(error)
    }
  }

  const start = async (): Promise<void> => {
    underWay += 1
    await endOfTurn()
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostOfGroup)
      waiting = waiting.slice(mostOfGroup)
      await readGroup(group)
    }
    underWay -= 1
  }

  return (key) => {
    const outcome = Promise.withResolvers<Value>()
    waiting.push({ key, outcome })
    if (underWay < mostAtOnce) void start()
    return outcome.promise
  }
}
