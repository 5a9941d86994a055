import { randomUUID } from 'node:crypto'
import { type EventPayload, linkChecked, sourcesChanged } from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'

/** Announces the links of a submission, as catalog does. */
export const announceLinks = (
  bus: Bus,
  {
    submissionId = 'a1B2c3D4',
    version,
    links,
  }: {
    submissionId?: string
    version: number
    links: readonly string[]
  },
): Promise<void> =>
  bus.publish({
    id: randomUUID(),
    subject: sourcesChanged.subject,
    payload: { submissionId, version, links: [...links] },
    requestId: null,
  })

type Check = EventPayload<typeof linkChecked>

/** Collects the results of checks, in their order. */
export const hearChecks = async (bus: Bus): Promise<readonly Check[]> => {
  const checks: Check[] = []
  await bus.subscribe(linkChecked, { group: 'catalog' }, async ({ payload }) => {
    checks.push(payload)
  })
  return checks
}
