import {
  commentChanged,
  decisionApplied,
  eventDied,
  flagsClosed,
  mailboxRefused,
  muteChanged,
  participationChanged,
  responseChanged,
  responseRequested,
  statusChanged,
  submissionChanged,
  submissionPublished,
  userLeft,
} from '@answerable/contracts/events'
import type { Bus } from '@answerable/service-kit/bus/bus'
import { transaction } from '@answerable/service-kit/db'
import type { Deps } from './deps.ts'
import { applyParticipation } from './follows/participation-events.ts'
import { applyMute } from './members/apply-mute.ts'
import { eraseMember } from './members/erase-member.ts'
import { applyCommentChange } from './notices/comment-events.ts'
import { applyDecision, applyFlagsClosed } from './notices/decision-events.ts'
import { applyPublication } from './notices/publication-events.ts'
import { applyResponseChange, applyResponseRequest } from './notices/response-events.ts'
import { applyStatusChange } from './notices/status-events.ts'
import { setMailboxState } from './preferences/store.ts'

/** Not waited for: members can read their notices while the bus is unavailable. */
export const events = async (bus: Bus, deps: Deps): Promise<void> => {
  const { pool, milestones, deadLetters } = deps
  const group = { group: 'notifications' }
  /** Applies a payload, then wakes the parts that publish and continue the work. */
  const then =
    <Payload>(apply: (payload: Payload) => Promise<void>) =>
    async ({ payload }: { payload: Payload }): Promise<void> => {
      await apply(payload)
      for (const part of [deps.relay, deps.fanOuts, deps.comparisons]) part.wake()
    }
  Promise.all([
    bus.subscribe(mailboxRefused, group, ({ payload }) =>
      transaction(pool, (db) => setMailboxState(db, payload)),
    ),
    bus.subscribe(
      commentChanged,
      group,
      then((change) => applyCommentChange(pool, change)),
    ),
    bus.subscribe(
      submissionPublished,
      group,
      then((publication) => applyPublication(pool, publication)),
    ),
    bus.subscribe(
      flagsClosed,
      group,
      then((closing) => applyFlagsClosed(pool, closing)),
    ),
    bus.subscribe(
      responseChanged,
      group,
      then((change) => applyResponseChange(pool, change)),
    ),
    bus.subscribe(
      responseRequested,
      group,
      then((request) => applyResponseRequest(pool, request)),
    ),
    bus.subscribe(
      decisionApplied,
      group,
      then((decision) => applyDecision(deps, decision)),
    ),
    bus.subscribe(
      statusChanged,
      group,
      then((change) => applyStatusChange(pool, change)),
    ),
    bus.subscribe(submissionChanged, group, ({ payload }) => milestones.take(payload.changes)),
    bus.subscribe(participationChanged, group, ({ payload }) => applyParticipation(pool, payload)),
    bus.subscribe(
      muteChanged,
      group,
      then((change) => applyMute(pool, change)),
    ),
    bus.subscribe(userLeft, group, ({ payload }) => eraseMember(pool, payload.userId)),
    bus.subscribe(eventDied('notifications'), group, ({ payload }) => deadLetters.keep(payload)),
  ]).catch((error: unknown) => deps.log.error({ err: error }, 'subscribing to events failed'))
}
