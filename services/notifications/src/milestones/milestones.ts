import { randomUUID } from 'node:crypto'
import type { EventPayload, submissionChanged } from '@answerable/contracts/events'
import { maxSubjects } from '@answerable/contracts/subjects'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { asOne, type Pool, transaction } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { recordOccurrence } from '../notices/record.ts'
import { readSubjects } from '../subjects/subjects.ts'
import { type MilestoneKind, milestoneOf } from './rules.ts'

type Changes = EventPayload<typeof submissionChanged>['changes']

export type Milestones = {
  /**
   * Notifies authors of milestones of their submissions. Most votes reach none: then it returns at once, without the
   * database.
   */
  take: (changes: Changes) => Promise<void>
}

const maxKnown = 50_000

type Reached = { submissionId: string; kind: MilestoneKind; value: number }

/** The highest milestones of a submission that were recorded. */
type Recorded = Record<MilestoneKind, number>

/** Remembers the milestones that were recorded, so that further votes need no lookup. */
export const openMilestones = (options: {
  pool: Pool
  catalog: ServiceCall
  /** Called after notices were written. */
  onCommit: () => void
}): Milestones => {
  const known = new LRUCache<string, Recorded>({ max: maxKnown })

  const isNew = ({ submissionId, kind, value }: Reached): boolean =>
    value > (known.get(submissionId)?.[kind] ?? 0)

  const remember = ({ submissionId, kind, value }: Reached): void => {
    const recorded = known.get(submissionId) ?? { score: 0, comments: 0 }
    known.set(submissionId, { ...recorded, [kind]: Math.max(recorded[kind], value) })
  }

  const record = async (reached: readonly Reached[]): Promise<void> => {
    const submissionIds = reached.map(({ submissionId }) => submissionId)
    const subjects = await readSubjects(options.catalog, { submissionIds }, randomUUID())
    for (const one of reached) {
      const { submissionId, ...milestone } = one
      const userId = subjects.submission(submissionId)?.authorId ?? null
      const occurrence = { name: nameOf(one), submissionId, milestone }
      const to = [{ userId, kind: 'milestone' as const }]
      await transaction(options.pool, (db) => recordOccurrence(db, { ...occurrence, to }))
    }
    options.onCommit()
  }

  return {
    take: async (changes) => {
      const reached = distinct(changes.flatMap(reachedBy).filter(isNew))
      if (reached.length === 0) return
      const recorded = await recordedAmong(options.pool, reached.map(nameOf))
      const unrecorded = reached.filter((one) => !recorded.has(nameOf(one)))
      for (let at = 0; at < unrecorded.length; at += maxSubjects)
        await record(unrecorded.slice(at, at + maxSubjects))
      for (const one of reached) remember(one)
    },
  }
}

const reachedBy = ({ approved, submissionId, score, commentCount }: Changes[number]): Reached[] => {
  if (!approved) return []
  const reached: Reached[] = []
  for (const kind of ['score', 'comments'] as const) {
    const value = milestoneOf(kind === 'score' ? score : commentCount)
    if (value !== null) reached.push({ submissionId, kind, value })
  }
  return reached
}

/** An event may have several states of a submission. */
const distinct = (reached: readonly Reached[]): readonly Reached[] => [
  ...new Map(reached.map((one) => [nameOf(one), one])).values(),
]

const nameOf = ({ submissionId, kind, value }: Reached): string =>
  `milestone:${submissionId}:${kind}:${value}`

const recordedAmong = async (pool: Pool, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await pool.query<{ name: string }>({
    name: 'recorded-milestones',
    text: `SELECT name FROM occurrences WHERE name = ANY (${asOne('$1::text[]')}::text[])`,
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}
