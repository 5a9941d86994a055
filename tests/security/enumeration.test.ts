import { expect, test } from 'vitest'
import { compareAddresses } from './enumeration.ts'

/** `npm run tool -- test-enumeration` runs more pairs. */
const pairs = Number(process.env.ENUMERATION_PAIRS ?? 150)
const maxMilliseconds = 2
/** Below this probability, the difference between known and unknown addresses is not random. */
const minChance = 0.001

test('the response time of a mail request does not reveal whether an account exists', async () => {
  const { shapes, medianDifferenceMilliseconds, chance } = await compareAddresses(pairs)
  expect([...shapes]).toHaveLength(1)
  console.log(
    `${pairs} pairs: median difference ${medianDifferenceMilliseconds.toFixed(3)} ms, chance ${chance.toExponential(1)}`,
  )
  // On a busy machine the median may differ by chance.
  const isTold = Math.abs(medianDifferenceMilliseconds) >= maxMilliseconds && chance < minChance
  expect({ isTold, medianDifferenceMilliseconds, chance }).toMatchObject({ isTold: false })
})
