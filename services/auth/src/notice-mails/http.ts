import {
  confirmNoticeMailbox,
  findNoticeLink,
  queueNoticeMail,
  registerNoticeMailbox,
} from '@answerable/contracts/notice-mails'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Network, networksOf } from '@answerable/service-kit/http/client-address'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import type { BudgetName } from '../one-time-codes/budget-rules.ts'
import { type Charge, chargeOf, spend } from '../one-time-codes/budgets.ts'
import { hashOf } from '../secrets.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { confirmMailbox, findNotice, insertNoticeMailbox, queueMailOnce } from './store.ts'

/** Mails to people who notify the site of unlawful content, for moderation, which does not know their addresses. */
export const noticeMails = (
  router: Router,
  { config, pool, mailSender }: Pick<Deps, 'config' | 'pool' | 'mailSender'>,
): void => {
  serve(router, registerNoticeMailbox, async ({ body, log }) => {
    const charges = chargesOf(config.CODE_KEY, body)
    const retryAfterSeconds = await register(pool, body, charges)
    if (retryAfterSeconds > 0) log.info('budget of notices exhausted')
    mailSender.wake()
    return { registered: retryAfterSeconds === 0, retryAfterSeconds }
  })

  serve(router, queueNoticeMail, async ({ body }) => {
    const { noticeId, mail } = body
    const queued = await transaction(pool, (db) => queueMailOnce(db, { noticeId, content: mail }))
    mailSender.wake()
    return { queued }
  })

  serve(router, findNoticeLink, async ({ body }) => ({
    noticeId: await noticeOf(pool, body.token),
  }))

  serve(router, confirmNoticeMailbox, async ({ body }) => {
    const noticeId = await noticeOf(pool, body.token)
    await confirmMailbox(pool, noticeId)
    return { noticeId }
  })
}

type Registration = { noticeId: string; email: string; clientAddress: string | null }

/** Stores the mailbox and queues the receipt. Returns the seconds to wait if a budget is exhausted, else 0. */
const register = (
  pool: Pool,
  { noticeId, email }: Registration,
  charges: readonly Charge[],
): Promise<number> =>
  transaction(pool, async (db) => {
    if (!(await insertNoticeMailbox(db, { noticeId, email }))) return 0
    const verdict = await spend(db, charges)
    if (verdict.kind === 'refused') {
      await db.query('DELETE FROM notice_mailboxes WHERE notice_id = $1', [noticeId])
      return verdict.retryAfterSeconds
    }
    await queueMailOnce(db, { noticeId, content: { kind: 'receipt' } })
    return 0
  })

const noticeOf = async (db: Db, token: string): Promise<string> => {
  const id = await findNotice(db, hashOf(token))
  if (id === null) throw new AppError('notice_not_found')
  return id
}

const chargesOf = (codeKey: Buffer, { email, clientAddress }: Registration): Charge[] => {
  const mailbox = mailboxOf(email)
  const networks = networksOf(clientAddress)
  const widest = networks.at(-1)?.name ?? 'unknown'
  return [
    chargeOf(codeKey, 'notices to mailbox', mailbox),
    chargeOf(codeKey, 'notices to mailbox from network', `${widest} ${mailbox}`),
    ...networks.map(({ name, prefix }) => chargeOf(codeKey, noticesFrom[prefix], name)),
  ]
}

const noticesFrom = {
  32: 'notices from network',
  64: 'notices from network',
  56: 'notices from network, /56',
  48: 'notices from network, /48',
} as const satisfies Record<Network['prefix'], BudgetName>
