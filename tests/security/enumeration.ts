import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { auth } from '@answerable/auth/service'
import { requestMagicLink } from '@answerable/contracts/sign-in'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { startTestService } from '@answerable/service-kit/testing/service'

export type Comparison = {
  /** Every distinct response: status, body, names of cookies. */
  shapes: ReadonlySet<string>
  /** The median over all pairs of the time for a known address minus the time for an unknown one. */
  medianDifferenceMilliseconds: number
  /** The probability of so unequal counts by chance (sign test). */
  chance: number
}

/** Requests mails for this many pairs of known and unknown addresses, and compares the responses. */
export const compareAddresses = async (pairs: number): Promise<Comparison> => {
  const site = await startTestService(auth, { CODE_KEY: randomBytes(32).toString('base64url') })
  const log = createLog({ service: 'test', level: 'silent' })
  const db = openPool({ url: site.database.ownerUrl, max: 1, name: 'test', log })
  const addresses = () =>
    Array.from({ length: pairs + warmUp }, () => `${randomUUID()}@example.org`)
  const [known, unknown] = [addresses(), addresses()]
  await db.query(
    `INSERT INTO auth.users (email, username, created_at)
     SELECT email, email, now() - interval '30 days' FROM unnest($1::text[]) AS email`,
    [known],
  )
  await db.end()
  const shapes = new Set<string>()
  let requests = 0
  const timeOf = async (email: string): Promise<number> => {
    requests += 1
    const clientAddress = `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`
    const startedAt = performance.now()
    const response = await site.send(
      { method: 'POST', path: requestMagicLink.path, body: JSON.stringify({ email }) },
      { clientAddress },
    )
    const milliseconds = performance.now() - startedAt
    const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, '=;'))
    shapes.add(JSON.stringify([response.status, response.body, cookies]))
    return milliseconds
  }
  const differences: number[] = []
  try {
    for (let index = 0; index < pairs + warmUp; index += 1) {
      const pair = [known[index] ?? '', unknown[index] ?? '']
      // Not alternating: work with a period of two pairs, such as the sending of mails, would delay one kind only.
      const isTurned = randomInt(2) === 1
      const first = await timeOf(pair[isTurned ? 1 : 0] ?? '')
      const second = await timeOf(pair[isTurned ? 0 : 1] ?? '')
      if (index >= warmUp) differences.push(isTurned ? second - first : first - second)
    }
  } finally {
    await site.stop()
  }
  return {
    shapes,
    medianDifferenceMilliseconds: medianOf(differences),
    chance: signTest(differences),
  }
}

const warmUp = 20

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Two-sided, by the normal approximation of the binomial distribution. */
const signTest = (differences: readonly number[]): number => {
  const half = differences.length / 2
  const longer = differences.filter((difference) => difference > 0).length
  const deviation = Math.abs(longer - half) / Math.sqrt(half / 2)
  return Math.min(1, 2 * upperTail(deviation))
}

/** Cumulative standard normal distribution; Abramowitz and Stegun, 26.2.17. */
const upperTail = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
