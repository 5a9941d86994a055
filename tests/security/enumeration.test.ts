import { expect, test } from 'vitest'
import { compareAddresses } from './enumeration.ts'

/** `npm run tool -- test-enumeration` is the long form. */
const pairs = Number(process.env.ENUMERATION_PAIRS ?? 150)
const maxMilliseconds = 2
/** Below this it is no longer chance that one kind takes longer. */
const minChance = 0.001

test('the response time of a mail request does not reveal whether an account exists', async () => {
  const { shapes, medianDifferenceMilliseconds, chance } = await compareAddresses(pairs)
  expect([...shapes]).toHaveLength(1)
  console.log(
    `${pairs} pairs: median difference ${medianDifferenceMilliseconds.toFixed(3)} ms, chance ${chance.toFixed(3)}`,
  )
  // On a busy machine the middle may lie elsewhere by chance alone.
  const isTold = Math.abs(medianDifferenceMilliseconds) >= maxMilliseconds && chance < minChance
  expect({ isTold, medianDifferenceMilliseconds, chance }).toMatchObject({ isTold: false })
})
