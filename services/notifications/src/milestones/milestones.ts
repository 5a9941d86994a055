import { randomUUID } from 'node:crypto'
import type { EventPayload, submissionChanged } from '@answerable/contracts/events'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { type Pool, transaction } from '@answerable/service-kit/db'
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

/** Remembers the milestones that were recorded, so that further votes need no lookup. */
export const openMilestones = (options: {
  pool: Pool
  catalog: ServiceCall
  /** Called after notices were written. */
  onCommit: () => void
}): Milestones => {
  const known = new LRUCache<string, number>({ max: maxKnown })

  const record = async (
    submissionId: string,
    milestone: { kind: MilestoneKind; value: number },
  ): Promise<void> => {
    const name = `milestone:${submissionId}:${milestone.kind}:${milestone.value}`
    if (await isRecorded(options.pool, name)) return
    const subjects = await readSubjects(
      options.catalog,
      { submissionIds: [submissionId] },
      randomUUID(),
    )
    const authorId = subjects.submission(submissionId)?.authorId ?? null
    const to = [{ userId: authorId, kind: 'milestone' as const }]
    await transaction(options.pool, (db) =>
      recordOccurrence(db, { name, submissionId, milestone, to }),
    )
    options.onCommit()
  }

  return {
    take: async (changes) => {
      for (const { submissionId, score, commentCount, approved } of changes) {
        if (!approved) continue
        for (const [kind, count] of [
          ['score', score],
          ['comments', commentCount],
        ] as const) {
          const value = milestoneOf(count)
          const key = `${submissionId} ${kind}`
          if (value === null || value <= (known.get(key) ?? 0)) continue
          await record(submissionId, { kind, value })
          known.set(key, value)
        }
      }
    },
  }
}

const isRecorded = async (pool: Pool, name: string): Promise<boolean> => {
  const { rowCount } = await pool.query('SELECT FROM occurrences WHERE name = $1', [name])
  return rowCount === 1
}
