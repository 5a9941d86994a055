import { type Ask, type Load, measure, send } from '../speed/load.ts'
import { separateMembersList } from '../speed/reading.ts'
import { memberAt, seedSubmissions, submissionAt } from '../speed/seed.ts'
import type { Stack } from '../speed/stack.ts'
import { arrivalTimes } from './sockets.ts'

export type Part = {
  title: string
  /** Label of the horizontal axis. */
  across: string
  unit: string
  amounts: readonly number[]
  /** Returns one or more measurements. */
  valuesAt: (amount: number) => Promise<readonly number[]>
}

const feed = '/api/boycotts'

export const partNames = ['submissions', 'pages', 'voters', 'sockets'] as const

/** The order matters: the second part pages through the submissions that the first one creates. */
export const partsOf = (
  stack: Stack,
  seconds: number,
): Readonly<Record<(typeof partNames)[number], Part>> => {
  const seeded = seeder(stack)
  return {
    submissions: {
      title: 'Uncached feed page',
      across: 'submissions',
      unit: 'µs of CPU time',
      amounts: [10_000, 100_000, 1_000_000],
      valuesAt: async (size) => {
        await seeded(size)
        return [await costOfPage(stack, { page: 1, seconds })]
      },
    },
    pages: {
      title: 'Uncached feed page by depth',
      across: 'page number, 1,000,000 submissions',
      unit: 'µs of CPU time',
      amounts: [1, 30, 300, 10_000],
      valuesAt: async (page) => {
        await seeded(1_000_000)
        return [await costOfPage(stack, { page, seconds })]
      },
    },
    voters: {
      title: 'Votes on one submission',
      across: 'voters',
      unit: 'durable votes per second',
      amounts: [1, 100, 10_000],
      valuesAt: async (voters) => {
        await seeded(10_000)
        return [await voteRate(stack, { voters, seconds })]
      },
    },
    sockets: {
      title: 'Delivery of a vote to all open pages',
      across: 'open pages',
      unit: 'ms until the last page',
      amounts: [1_000, 5_000, 10_000],
      valuesAt: async (count) => {
        await seeded(10_000)
        return arrivalTimes(stack, count)
      },
    },
  }
}

/** Makes sure that there are this many submissions. */
const seeder = ({ ownerUrl }: Stack): ((size: number) => Promise<void>) => {
  let present = 0
  return async (size) => {
    if (present >= size) return
    await seedSubmissions(ownerUrl, present, size)
    present = size
  }
}

/** Processor time of gateway, catalog and PostgreSQL for an uncached page, in microseconds. */
const costOfPage = async (
  stack: Stack,
  { page, seconds }: { page: number; seconds: number },
): Promise<number> => {
  const { gateway, catalog, postgres } = stack.pids
  const lists = separateMembersList(`page=${page}`)
  const { perProcessorSecond } = await measure({ url: stack.url, seconds, lists }, [
    gateway,
    catalog,
    postgres,
  ])
  return 1e6 / perProcessorSecond
}

let firstVoter = 0

/** Votes per second on one submission, by this many members in turn. */
const voteRate = async (
  { url }: Stack,
  { voters, seconds }: { voters: number; seconds: number },
): Promise<number> => {
  firstVoter = (firstVoter + voters) % 9_000
  const width = Math.min(voters, 100)
  const turns = voters < 1_000 ? 24 : 1
  const lists: Load['lists'] = Array.from({ length: width }, (_, connection) =>
    Array.from({ length: Math.ceil(voters / width) * turns }, (_ask, at): Ask => {
      const { cookie, address } = memberAt(
        firstVoter + connection + (at % Math.ceil(voters / width)) * width,
      )
      return {
        method: 'POST',
        path: `${feed}/${submissionAt(11)}/vote`,
        headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
        body: JSON.stringify({ value: at % 2 === 0 ? 1 : -1 }),
      }
    }),
  )
  const { latency } = await send({ url, seconds, lists, amount: voters * turns })
  // autocannon counts whole seconds, and a run may be shorter.
  return (width * 1_000) / latency.mean
}
