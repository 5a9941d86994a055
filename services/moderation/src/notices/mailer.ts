import { randomUUID } from 'node:crypto'
import { type NoticeMail, queueNoticeMail } from '@answerable/contracts/notice-mails'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import {
  deleteMailRequest,
  eraseOldNotices,
  findMailRequests,
  findNotice,
  type MailKind,
  type NoticeRow,
} from './store.ts'

type MailerDeps = { pool: Pool; auth: ServiceCall; log: Log }

const batchSize = 20
/** For mails that auth did not accept or another instance left; others wake the mailer. */
const pollMilliseconds = 5_000
const eraseEveryMilliseconds = 3_600_000

/** Requests the mails of decisions and objections from auth, and erases old notices. */
export const startNoticeMailer = (deps: MailerDeps): Worker => {
  let failing = false
  let eraseAt = 0
  const work = async (): Promise<void> => {
    try {
      await requestMails(deps)
      if (performance.now() > eraseAt) {
        await eraseOldNotices(deps.pool)
        eraseAt = performance.now() + eraseEveryMilliseconds
      }
      failing = false
    } catch (error) {
      if (!failing) deps.log.warn({ err: error }, 'mails about notices wait, will be retried')
      failing = true
    }
  }
  return startWorker(work, { pollMilliseconds })
}

/** Auth queues each mail once, so that any number of instances may request it. */
const requestMails = async ({ pool, auth }: MailerDeps): Promise<void> => {
  for (const { noticeId, kind } of await findMailRequests(pool, batchSize)) {
    const notice = await findNotice(pool, noticeId)
    if (notice !== null) {
      const body = { noticeId, mail: mailOf(kind, notice) }
      await auth(queueNoticeMail, { body }, randomUUID())
    }
    await deleteMailRequest(pool, noticeId, kind)
  }
}

const mailOf = (kind: MailKind, notice: NoticeRow): NoticeMail => {
  const { state, decision, settled_state, settlement } = notice
  if (kind === 'objection') return { kind }
  const [result, reasons] = kind === 'outcome' ? [state, decision] : [settled_state, settlement]
  return {
    kind,
    isUpheld: result === 'upheld',
    ...(result === 'upheld' && { removed: removedOf(notice) }),
    reasonCode: reasons?.reasonCode ?? null,
    note: reasons?.note ?? null,
  }
}

const removedOf = ({ content, removals }: NoticeRow): 'all' | 'some' | 'none' => {
  if (removals.length === 0) return 'none'
  return removals.length === content.length ? 'all' : 'some'
}
