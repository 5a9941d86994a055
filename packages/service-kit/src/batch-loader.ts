import DataLoader from 'dataloader'

const maxBatchSize = 100

/**
 * Loads values by key in batches: the keys of one turn of the event loop, and those that are requested while
 * `maxInFlight` batches are. There is no cache: each batch is read after all of its keys were requested. `readAll`
 * returns the values in the order of its keys; an Error rejects its key.
 */
export const batchLoader = <Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
  /** As given, small enough for short queries, and enough that the database always has one to work on. */
  maxInFlight = 2,
): ((key: Key) => Promise<Value>) => {
  let inFlight = 0
  const waiting: (() => void)[] = []

  const startNext = (): void => {
    if (inFlight === maxInFlight) return
    const dispatch = waiting.shift()
    if (dispatch === undefined) return
    inFlight += 1
    setImmediate(dispatch)
  }

  const readBatch = async (keys: readonly Key[]): Promise<readonly (Value | Error)[]> => {
    try {
      return await readAll(keys)
    } finally {
      inFlight -= 1
      startNext()
    }
  }

  const loader = new DataLoader<Key, Value>(readBatch, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch)
      startNext()
    },
  })
  return (key) => loader.load(key)
}
