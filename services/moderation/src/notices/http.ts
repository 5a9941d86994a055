import { randomUUID } from 'node:crypto'
import {
  confirmNoticeMailbox,
  findNoticeLink,
  registerNoticeMailbox,
} from '@answerable/contracts/notice-mails'
import {
  confirmNotice,
  objectToNotice,
  postNotice,
  readNotice,
} from '@answerable/contracts/notices'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { contentOf, requestHashOf, requireNotifier } from './rules.ts'
import {
  confirmNotifier,
  findNotice,
  insertNotice,
  insertObjection,
  type NewNotice,
  type NoticeRow,
  noticeStatusOf,
} from './store.ts'

type UsedDeps = Pick<Deps, 'config' | 'pool' | 'auth' | 'noticeMailer'>

/** Notices of unlawful content, which anyone can send. Auth knows the mailboxes and the links in mails. */
export const notices = (router: Router, deps: UsedDeps): void => {
  const { pool, auth, config } = deps

  serve(router, postNotice, async ({ body, clientAddress, header, requestId }) => {
    requireNotifier(body)
    const notice: NewNotice = {
      id: noticeIdOf(header('idempotency-key')),
      content: contentOf(body.what, config.PUBLIC_ORIGIN),
      reason: body.reasonCode,
      explanation: body.why,
      notifier_name: body.who || null,
      has_mailbox: body.email !== undefined,
      requestHash: requestHashOf(body),
    }
    await transaction(pool, async (db) => {
      const isNew = await insertNotice(db, notice)
      if (!isNew) return refuseOther(await findNotice(db, notice.id), notice)
      if (body.email === undefined) return
      const registration = { noticeId: notice.id, email: body.email, clientAddress }
      const { registered, retryAfterSeconds } = await auth(
        registerNoticeMailbox,
        { body: registration },
        requestId,
      )
      if (!registered) throw new AppError('too_many_requests', { retryAfterSeconds })
    })
    return { received: true } as const
  })

  serve(router, readNotice, async ({ params, requestId }) => {
    const { noticeId } = await auth(findNoticeLink, { body: params }, requestId)
    return statusOf(deps, noticeId)
  })

  serve(router, confirmNotice, async ({ params, requestId }) => {
    const { noticeId } = await auth(confirmNoticeMailbox, { body: params }, requestId)
    await confirmNotifier(pool, noticeId)
    return statusOf(deps, noticeId)
  })

  serve(router, objectToNotice, async ({ params, body, requestId }) => {
    const { noticeId } = await auth(findNoticeLink, { body: params }, requestId)
    const isNew = await transaction(pool, (db) => insertObjection(db, noticeId, body.text))
    if (!isNew) throw refusalOf(await existing(deps, noticeId))
    deps.noticeMailer.wake()
    return statusOf(deps, noticeId)
  })
}

const uuid = z.uuid()

const noticeIdOf = (key: string | undefined): string => {
  if (key === undefined) return randomUUID()
  if (uuid.safeParse(key).success) return key.toLowerCase()
  throw new AppError('invalid_request', { fields: { 'Idempotency-Key': 'This must be a UUID.' } })
}

const refuseOther = (known: NoticeRow | null, { requestHash }: NewNotice): void => {
  if (known?.request_hash?.equals(requestHash) !== true) throw new AppError('idempotency_mismatch')
}

const existing = async ({ pool }: Pick<UsedDeps, 'pool'>, id: string): Promise<NoticeRow> => {
  const notice = await findNotice(pool, id)
  if (notice === null) throw new AppError('notice_not_found')
  return notice
}

const statusOf = async (deps: Pick<UsedDeps, 'pool'>, id: string) =>
  reply(noticeStatusOf(await existing(deps, id)), { 'cache-control': 'no-store' })

const refusalOf = ({ state, objected_at }: NoticeRow): AppError => {
  if (state === 'open') return new AppError('notice_open')
  return new AppError(objected_at === null ? 'objection_too_late' : 'already_objected')
}
