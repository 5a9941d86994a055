import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Stops the growth of V8's young generation at this size. Under load, V8 doubles it up to 128 MB, which it hardly ever
 * returns. V8 reads its own limit only at the start of the process, but the factor of growth at each collection.
 */
export const limitYoungGeneration = ({ megabytes }: { megabytes: number }): void => {
  const observer = new PerformanceObserver(() => {
    const mayGrow = youngGenerationMegabytes() < megabytes
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  })
  observer.observe({ entryTypes: ['gc'] })
}

const youngGenerationMegabytes = (): number => {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return (space?.space_size ?? 0) / 1_048_576
}
