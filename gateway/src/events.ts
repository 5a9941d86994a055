import {
  commentChanged,
  responseChanged,
  sessionsEnded,
  sourcesChanged,
  submissionChanged,
  userChanged,
} from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import {
  applyChange,
  applyCommentChange,
  applyResponseChange,
  applySourcesChange,
} from './cache/invalidation.ts'
import type { Deps } from './deps.ts'

/** Every instance expires its own caches. The start does not wait for the bus: the site works without it. */
export const events = async (
  bus: Bus,
  { sessions, sessionSockets, responseCache, prerendered, documentCache, log }: Deps,
): Promise<void> => {
  Promise.all([
    bus.subscribe(sessionsEnded, { everyInstanceOf: 'gateway' }, async ({ payload }) => {
      sessions.forget(payload.sessionHashes)
      sessionSockets.end(payload.sessionHashes)
    }),
    bus.subscribe(userChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) => {
      sessions.forgetUsers([payload.user.id])
      // Usernames are part of most responses.
      responseCache.expireAll()
      prerendered?.expireAll()
    }),
    bus.subscribe(submissionChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) => {
      const caches = { responseCache, prerendered, documentCache }
      for (const change of payload.changes) applyChange(caches, change)
    }),
    bus.subscribe(sourcesChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) =>
      applySourcesChange(responseCache, payload),
    ),
    bus.subscribe(commentChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) =>
      applyCommentChange({ responseCache, prerendered, documentCache }, payload),
    ),
    bus.subscribe(responseChanged, { everyInstanceOf: 'gateway' }, async ({ payload }) =>
      applyResponseChange({ responseCache, prerendered }, payload),
    ),
  ]).catch((error: unknown) => log.error({ err: error }, 'subscription to change events failed'))
}
