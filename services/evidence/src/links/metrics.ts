import { type LinkState, linkStates } from '@answerable/contracts/links'
import { onlyRow, type Pool } from '@answerable/service-kit/db'
import type { Metrics } from '@answerable/service-kit/observability/metrics'

/** Returns the function that counts checks. All instances report the same tables. */
export const measureLinks = (
  pool: Pool,
  metrics: Metrics,
  { isOn }: { isOn: boolean },
): ((state: LinkState | 'postponed') => void) => {
  metrics.gauge(
    {
      name: 'answerable_link_checks_overdue_seconds',
      help: 'Time for which the host that has waited longest has been due for a check; 0 if none is, or checks are off.',
    },
    async () => {
      if (!isOn) return 0
      const { rows } = await pool.query<{ seconds: number }>(
        `SELECT coalesce(greatest(0, extract(epoch FROM
           now() - min(greatest(next_request_at, due_at)))), 0)::float8 AS seconds FROM hosts`,
      )
      return onlyRow(rows).seconds
    },
  )
  const count = metrics.counter({
    name: 'answerable_link_checks_total',
    help: 'Checks of links, by what they found; postponed ones said nothing about the link.',
    labels: ['state'],
    known: [...linkStates, 'postponed' as const].map((state) => ({ state })),
  })
  return (state) => count({ state })
}
