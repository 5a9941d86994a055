import { errorTrend, listErrorGroups } from '@answerable/contracts/diagnostics'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { rules } from '../rules/rules.ts'
import { countGroups, readGroups, readTrend } from './store.ts'

export const groups = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, listErrorGroups, async ({ query }) => {
    const { page, limit, sort } = query
    const now = new Date()
    const rows = await readGroups(pool, { sort, limit, offset: (page - 1) * limit })
    const fingerprints = rows.map(({ fingerprint }) => fingerprint)
    const [perHour, perDay, total] = await Promise.all([
      readTrend(pool, { fingerprints, unit: 'hour', now }),
      readTrend(pool, { fingerprints, unit: 'day', now }),
      countGroups(pool),
    ])
    return {
      groups: rows.map((row) => ({
        fingerprint: row.fingerprint,
        reports: row.reports,
        firstSeenAt: row.first_seen_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
        release: row.release,
        example: row.example,
        suggestion: rules.find(({ id }) => id === row.rule)?.advice.title ?? null,
        perHour: trendOf(perHour, row.fingerprint, errorTrend.hours),
        perDay: trendOf(perDay, row.fingerprint, errorTrend.days),
      })),
      total,
    }
  })
}

/** Reports in each of the last `length` hours or days, the one under way last. */
const trendOf = (
  counts: readonly { fingerprint: string; ago: number; reports: number }[],
  fingerprint: string,
  length: number,
): number[] => {
  const own = counts.filter((count) => count.fingerprint === fingerprint)
  return Array.from(
    { length },
    (_, index) => own.find(({ ago }) => ago === length - 1 - index)?.reports ?? 0,
  )
}
