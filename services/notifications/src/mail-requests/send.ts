import { randomUUID } from 'node:crypto'
import { type MailRequest, mailLimits, queueMails } from '@answerable/contracts/mails'
import { maxSubjects } from '@answerable/contracts/subjects'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { businessesOf, describeNotice } from '../notices/describe.ts'
import { readSubjects, type Subjects } from '../subjects/subjects.ts'
import { tokenOf } from '../unsubscribe/token.ts'
import { mailedNotices } from './mailed-notice.ts'
import {
  claimMailRequests,
  deleteMailRequests,
  type MailRequestRow,
  type RequestedNotice,
  readRequestedNotices,
} from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'catalog' | 'auth' | 'log'>

/**
 * Requests the next mails from auth, with names and titles as they are now, and returns their number. After a failure
 * they are requested again with the same keys, and auth sends none twice.
 */
export const requestMails = async ({ pool, catalog, auth, log }: UsedDeps): Promise<number> => {
  const mails = await claimMailRequests(pool, mailLimits.mails)
  if (mails.length === 0) return 0
  const notices = await readRequestedNotices(pool, mails, mailLimits.notices)
  const requestId = randomUUID()
  const subjects = await subjectsOf(catalog, notices, requestId)
  const requests = mails.flatMap((mail) => {
    const own = notices.filter(({ mailId }) => mailId === mail.id)
    return requestOf(mail, own, subjects) ?? []
  })
  if (requests.length > 0) await request(requests, { auth, log }, requestId)
  await deleteMailRequests(pool, mails)
  return mails.length
}

/** A mail that auth does not accept must not hold up the others: each is then requested alone, and that one dropped. */
const request = async (
  mails: readonly MailRequest[],
  { auth, log }: Pick<Deps, 'auth' | 'log'>,
  requestId: string,
): Promise<void> => {
  try {
    await auth(queueMails, { body: { mails: [...mails] } }, requestId)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid_request')) throw error
    if (mails.length === 1) {
      log.error({ err: error, mail: mails[0]?.key }, 'auth did not accept a mail, dropped')
      return
    }
    for (const mail of mails) await request([mail], { auth, log }, requestId)
  }
}

/** Null if the mailbox refuses mail or nothing is left that the member has not read, may see and wants by mail. */
const requestOf = (
  { id, userId, template, linkKey }: MailRequestRow,
  rows: readonly (RequestedNotice & { total: number })[],
  subjects: Subjects,
): MailRequest | null => {
  const notices = mailedNotices(rows.map((row) => describeNotice(row, subjects)))
  const first = notices[0]
  if (linkKey === null || first === undefined) return null
  return {
    key: id,
    accountId: userId,
    template,
    notices,
    more: Math.max(0, (rows[0]?.total ?? 0) - rows.length),
    unsubscribeToken: tokenOf({ userId, linkKey }, template === 'notice' ? first.kind : template),
  }
}

/** All subjects of a batch, in calls of the size that catalog accepts. */
const subjectsOf = async (
  catalog: Deps['catalog'],
  notices: readonly RequestedNotice[],
  requestId: string,
): Promise<Subjects> => {
  const ids = {
    submissionIds: distinct(notices.map(({ submissionId }) => submissionId)),
    commentIds: distinct(notices.map(({ commentId }) => commentId)),
    businessIds: distinct(notices.flatMap(businessesOf)),
  }
  const longest = Math.max(...Object.values(ids).map((list) => list.length))
  const parts: Subjects[] = []
  for (let from = 0; from < longest || from === 0; from += maxSubjects) {
    const part = (list: readonly string[]) => list.slice(from, from + maxSubjects)
    const { submissionIds, commentIds, businessIds } = ids
    const those = {
      submissionIds: part(submissionIds),
      commentIds: part(commentIds),
      businessIds: part(businessIds),
    }
    parts.push(await readSubjects(catalog, those, requestId))
  }
  const inAnyPart = <Result>(find: (part: Subjects) => Result | null): Result | null => {
    for (const part of parts) {
      const found = find(part)
      if (found !== null) return found
    }
    return null
  }
  return {
    submission: (id) => inAnyPart((part) => part.submission(id)),
    publicSubmission: (id) => inAnyPart((part) => part.publicSubmission(id)),
    business: (id) => inAnyPart((part) => part.business(id)),
    mergedBusiness: (id) => inAnyPart((part) => part.mergedBusiness(id)),
    comment: (id) => inAnyPart((part) => part.comment(id)),
  }
}

const distinct = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
]
