import * as z from 'zod/mini'
import { businessLink } from './business-link.ts'
import { followKinds } from './follows.ts'
import { integerIn, maxPageSize, pageSize } from './paging.ts'
import { type Route, type RouteRequest, route } from './route.ts'
import { submissionId } from './submissions.ts'

/** The kinds of notices and their labels, in the order of the settings page. */
export const noticeKinds = {
  reply: 'Replies to your comments',
  mention: 'Mentions of your name',
  comment: 'New comments on boycotts you follow',
  publication: 'New boycotts in what you follow',
  status: 'Changes of status of your boycotts and those you follow',
  response: 'Official responses to boycotts you follow',
  request: 'Requests to respond for a business that you represent',
  decision: 'Decisions about what you wrote or suggested',
  flag: 'Outcomes of your flags',
  appeal: 'Outcomes of your appeals',
  milestone: 'Milestones of your boycotts',
} as const
export type NoticeKind = keyof typeof noticeKinds
export const noticeKind = z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]])

/** The result of a decision, flag or appeal, or the new state or status of a followed submission. */
export const noticeOutcomes = [
  'removed',
  'approved',
  'merged',
  'upheld',
  'overturned',
  'locked',
  'unlocked',
  'unmerged',
  'renamed',
  'boosted',
  'accepted',
  'declined',
  'suspended',
  'reinstated',
  'passkeys-reset',
  'update-confirmed',
  'update-declined',
  'update-withdrawn',
  'active',
  'met',
  'partly-met',
  'ended',
  'stale',
  'response-removed',
  'response-approved',
  'alternative-removed',
  'alternative-approved',
  'claim-accepted',
  'claim-declined',
  'claim-revoked',
] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]
export const noticeOutcome = z.enum(noticeOutcomes)

export const noticeId = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))

export const notice = z.strictObject({
  id: noticeId,
  kind: noticeKind,
  createdAt: z.iso.datetime(),
  unread: z.boolean(),
  /** The submission that it is about; null if it is no longer in public view. Its ID is in `submissionId`. */
  submission: z.nullable(z.strictObject({ id: submissionId, targetName: z.string() })),
  submissionId: z.nullable(submissionId),
  /** The comment of a reply, mention or new comment, or that a decision or flag is about. */
  comment: z.nullable(
    z.strictObject({
      id: z.uuid(),
      /** The beginning of its text; empty unless it is in public view. */
      excerpt: z.string(),
      /** Null unless the comment is in public view. */
      author: z.nullable(z.strictObject({ username: z.string() })),
    }),
  ),
  /** The thing that the member follows and that this new submission belongs to. */
  follow: z.nullable(
    z.strictObject({
      kind: z.enum(followKinds),
      key: z.string(),
      business: z.nullable(businessLink),
    }),
  ),
  /** The business of a suggestion that was accepted or declined. */
  business: z.nullable(businessLink),
  outcome: z.nullable(noticeOutcome),
  /** The code of the reason of a decision. */
  reasonCode: z.nullable(z.string()),
  milestone: z.nullable(z.strictObject({ kind: z.enum(['score', 'comments']), value: z.int() })),
})
export type Notice = z.output<typeof notice>

/** Notices are deleted after this time. */
export const noticeDays = 180

const own = { service: 'notifications', access: 'signed-in' } as const satisfies Partial<Route>

const maxNoticesPage = 100

/** The caller's notices, newest first. `X-Unread-Count` is the number of unread ones. */
export const listNotifications = route({
  ...own,
  method: 'GET',
  path: '/api/notifications',
  query: z.strictObject({
    page: z._default(
      integerIn(1, maxNoticesPage, `The page must be a number from 1 to ${maxNoticesPage}.`),
      1,
    ),
    limit: z._default(
      integerIn(1, maxPageSize, `The limit must be a number from 1 to ${maxPageSize}.`),
      pageSize,
    ),
  }),
  response: z.array(notice),
})

/** Marks the caller's notices up to `upTo` as read, or only the given ones of them. */
export const readNotifications = route({
  ...own,
  method: 'POST',
  path: '/api/notifications/read',
  body: z.strictObject({
    upTo: noticeId,
    only: z.optional(z.array(noticeId).check(z.minLength(1), z.maxLength(maxPageSize))),
  }),
  status: 204,
  limit: 'follows',
})

export type NoticesToRead = RouteRequest<typeof readNotifications>['body']

/** The unread number of a member; of two, that with the higher version is newer. */
export const unreadNumber = z.strictObject({
  userId: z.uuid(),
  unread: z.int(),
  version: z.int(),
})
export type UnreadNumber = z.output<typeof unreadNumber>

export const maxUnreadMembers = 500

/** The unread numbers of members who have just opened a page. */
export const countUnread = route({
  service: 'notifications',
  method: 'POST',
  path: '/internal/unread',
  access: 'internal',
  callers: ['realtime'],
  body: z.strictObject({
    userIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxUnreadMembers)),
  }),
  response: z.strictObject({ members: z.array(unreadNumber) }),
  maxBodyBytes: 65_536,
})
