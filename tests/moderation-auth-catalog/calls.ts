import {
  approveSubmission,
  removeSubmission,
  superBoostSubmission,
} from '@answerable/contracts/decisions'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { reviewSubmission } from '@answerable/contracts/review'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import type { ModerationSite } from './site.ts'

type Options = { viewer?: Viewer; headers?: Record<string, string> }
type Reason = { reasonCode?: 'harassment'; note?: string; expectedVersion?: number }

/** The actions and reads of an administrator. */
export const callsOf = ({ moderation, catalog }: ModerationSite, admin: Viewer) => {
  const bodyOf = (body: Reason | undefined) => (body === undefined ? {} : { body })
  const decision =
    (route: typeof approveSubmission | typeof removeSubmission) =>
    (id: string, body?: Reason, { viewer = admin, headers = {} }: Options = {}) =>
      moderation.call(route, { params: { id }, ...bodyOf(body) }, { viewer, headers })
  return {
    approve: decision(approveSubmission),
    removeIt: decision(removeSubmission),
    boost: (id: string, boostValue: number, { viewer = admin, headers = {} }: Options = {}) =>
      moderation.call(
        superBoostSubmission,
        { params: { id }, body: { boostValue } },
        { viewer, headers },
      ),
    review: async (id: string) =>
      (await moderation.call(reviewSubmission, { params: { id } }, { viewer: admin })).body,
    read: (id: string, viewer: Viewer | null = null) =>
      catalog.call(readSubmission, { params: { id } }, { viewer }),
    publicLog: async () => (await moderation.call(readModerationLog, {})).body,
  }
}

export type Calls = ReturnType<typeof callsOf>
