import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { measure } from './load.ts'
import { membersList } from './reading.ts'
import { asOwner, memberCount, submissionAt } from './seed.ts'

const shapes = {
  /** Ten threads with four replies each, all of which are on the first page. */
  short: { submission: submissionAt(1), threads: 10, replies: 4 },
  long: { submission: submissionAt(2), threads: 2_000, replies: 4 },
  deep: { submission: submissionAt(3), threads: 50, replies: 199 },
  flat: { submission: submissionAt(4), threads: 10_000, replies: 0 },
} as const
type Shape = keyof typeof shapes

/** Comments of other submissions. */
const others = 1_000_000

/** P16: the first page of a long discussion as members read it, who get no cached response. */
export const discussionRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, onProgress } = bench
  onProgress(`P16 seeding ${others.toLocaleString('en')} comments`)
  await seedComments(stack.ownerUrl)
  const { gateway, catalog, postgres } = stack.pids
  pin([gateway, catalog, postgres], [serverCore])
  const read = (shape: Shape, query = '') => {
    const path = `/api/boycotts/${shapes[shape].submission}/comments${query}`
    return measure({ url: stack.url, seconds: bench.seconds, lists: membersList(path) }, [
      gateway,
      catalog,
      postgres,
    ])
  }
  const compared = async (
    what: string,
    long: () => ReturnType<typeof read>,
    limit: number | null,
  ): Promise<Row> => {
    const sides = await interleaved(bench, `P16 ${what}`, {
      limit: () => read('short'),
      site: long,
    })
    const [from, to] = [sides.limit, sides.site].map((all) =>
      all.map((one) => 1e6 / one.perProcessorSecond),
    )
    return {
      id: 'P16',
      what,
      bar: limit === null ? null : { is: 'at most', value: limit },
      values: ratios(to ?? [], from ?? []),
      unit: 'times',
      note: `CPU time of a page: ${(to ?? []).map(Math.round).join(', ')} to ${(from ?? []).map(Math.round).join(', ')} µs`,
    }
  }
  const first = 'first page of 10,000 comments'
  return [
    await compared(`${first} in threads of 5, relative to 50 comments`, () => read('long'), 1.5),
    await compared(`${first} in threads of 200`, () => read('deep'), 1.5),
    await compared(`${first} without replies`, () => read('flat'), 1.5),
    await compared(`${first}, most helpful first`, () => read('long', '?sort=helpful'), 1.5),
    await compared('page 40 of 10,000 comments', () => read('long', '?page=40'), null),
  ]
}

const seedComments = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, [
    // With the triggers, each insertion would count its threads and replies.
    'ALTER TABLE catalog.comments DISABLE TRIGGER USER',
    ...Object.values(shapes).flatMap(({ submission, threads, replies }) => [
      insertThreads(`'${submission}'`, { threads, replies, from: 'generate_series(1, 1) AS one' }),
      // The plan of the foreign keys from when the table was empty would read it for each row.
      'ANALYZE catalog.comments',
    ]),
    insertThreads('submissions.id', {
      threads: others / 5 / 10_000,
      replies: 4,
      from: `(SELECT id FROM catalog.submissions WHERE id <> ALL (ARRAY[${Object.values(shapes)
        .map(({ submission }) => `'${submission}'`)
        .join()}]) LIMIT 10000) AS submissions`,
    }),
    `INSERT INTO catalog.discussions (submission_id, thread_count)
     SELECT submission_id, count(*) FROM catalog.comments WHERE parent_id IS NULL GROUP BY 1
     ON CONFLICT (submission_id) DO UPDATE SET thread_count = excluded.thread_count`,
    `UPDATE catalog.submissions SET version = version + 1, comment_count = counted.comments FROM (
       SELECT submission_id, count(*) AS comments FROM catalog.comments GROUP BY 1
     ) AS counted WHERE id = submission_id`,
    'ALTER TABLE catalog.comments ENABLE TRIGGER USER',
    'VACUUM (ANALYZE) catalog.comments, catalog.discussions, catalog.submissions',
    'CHECKPOINT',
  ])

/** Threads in the order of their times, with replies that are mixed in time. A comment has about 200 characters. */
const insertThreads = (
  submission: string,
  { threads, replies, from }: { threads: number; replies: number; from: string },
): string => `WITH roots AS (
    INSERT INTO catalog.comments
      (id, submission_id, author_id, content, created_at, reply_count, helpful_count)
    SELECT gen_random_uuid(), ${submission}, ${author('n')}, ${text},
      now() - interval '30 days' + n * interval '1 minute', ${replies}, (n * 7919) % 40
    FROM ${from}, generate_series(1, ${threads}) AS n
    RETURNING id, submission_id, created_at
  )
  INSERT INTO catalog.comments
    (id, submission_id, author_id, content, created_at, parent_id, root_id)
  SELECT gen_random_uuid(), submission_id, ${author('n * 31')}, ${text},
    created_at + n * interval '1 hour', id, id
  FROM generate_series(1, ${replies}) AS n, roots`

const author = (number: string): string =>
  `('00000000-0000-4000-8000-' || lpad(to_hex((${number}) % ${memberCount}), 12, '0'))::uuid`

const text = `left(repeat('The anvils should come with a warning, as others do. ', 5), 150 + n % 100)`
