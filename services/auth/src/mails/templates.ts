import type { MailedNotice, MailRequest, MailTemplate } from '@answerable/contracts/mails'
import { unsubscribeWithOneClick } from '@answerable/contracts/notification-preferences'
import type { NoticeOutcome } from '@answerable/contracts/notifications'
import { pages } from '@answerable/contracts/pages'
import { cutText } from '@answerable/contracts/text'
import { type Mail, mailOf, type Paragraph } from '../mail/layout.ts'

export type MailContent = Pick<MailRequest, 'template' | 'notices' | 'more' | 'unsubscribeToken'>

const maxSubjectLength = 150

/** The mail about one notice, or a digest of several. */
export const composeRequestedMail = (options: {
  origin: string
  id: string
  to: string
  content: MailContent
}): Mail => {
  const { origin, id, to, content } = options
  const { notices, more, template, unsubscribeToken } = content
  const host = new URL(origin).hostname
  const first = notices[0]
  if (first === undefined) throw new Error('a mail without notices')
  const isDigest = template !== 'notice'
  const stop = `${origin}${unsubscribeWithOneClick.path}?token=${unsubscribeToken}`
  return mailOf({
    to,
    subject: isDigest
      ? digestSubject(template, notices.length + more)
      : cutText(sentenceOf(first), maxSubjectLength),
    link: isDigest ? `${origin}${pages.notifications}` : `${origin}${first.path}`,
    code: null,
    messageId: `<${id}@${host}>`,
    headers: {
      // RFC 8058: the provider's unsubscribe button posts to this address; opening it changes nothing.
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `Answerable notifications <notifications.${host}>`,
    },
    paragraphs: [
      'Hello,',
      ...(isDigest
        ? digestParagraphs(origin, content)
        : [
            ...noticeParagraphs(first),
            { link: `${origin}${first.path}`, label: 'Open it on Answerable' },
          ]),
      `You receive this email because of your notification settings: ${origin}${pages.settings}`,
      `${stopLabels[template]}: ${stop}`,
    ],
  })
}

const stopLabels = {
  notice: 'Stop emails of this kind',
  daily: 'Stop daily emails',
  weekly: 'Stop weekly emails',
} as const satisfies Record<MailTemplate, string>

const digestSubject = (template: 'daily' | 'weekly', count: number): string =>
  `Your ${template === 'daily' ? 'day' : 'week'} on Answerable: ${count} ${count === 1 ? 'update' : 'updates'}`

const digestParagraphs = (
  origin: string,
  { template, notices, more }: MailContent,
): Paragraph[] => [
  `Here is what is new for you on Answerable since the last ${template} email:`,
  ...notices.map((notice) => ({
    item: noticeParagraphs(notice).join(' '),
    link: `${origin}${notice.path}`,
  })),
  ...(more === 0
    ? []
    : [
        {
          item: `And ${more} more ${more === 1 ? 'notification' : 'notifications'}.`,
          link: `${origin}${pages.notifications}`,
        },
      ]),
]

/** One sentence, and the reason of a decision. */
const noticeParagraphs = (notice: MailedNotice): string[] => {
  const sentence = sentenceOf(notice)
  return notice.kind === 'decision' && notice.reason !== null
    ? [sentence, `Reason: ${notice.reason}.`]
    : [sentence]
}

const reported = ({ on, subject, outcome }: MailedNotice & { kind: 'flag' }): string => {
  const [part] = outcome.split('-')
  if (part === 'response' || part === 'alternative')
    return subject === null ? part : `${part} on the boycott “${subject}”`
  if (subject === null) return on === 'comment' ? 'comment' : 'boycott'
  return `${on === 'comment' ? 'comment on' : 'boycott'} “${subject}”`
}

const sentenceOf = (notice: MailedNotice): string => {
  const title = `“${notice.subject}”`
  switch (notice.kind) {
    case 'reply':
      return `${notice.actor} replied to your comment on ${title}.`
    case 'mention':
      return `${notice.actor} mentioned you in a comment on ${title}.`
    case 'comment':
      return `${notice.count === 1 ? 'A new comment' : `${notice.count} new comments`} on ${title}.`
    case 'publication':
      return `A new boycott in ${notice.followed}, which you follow: ${title}.`
    case 'status':
      return `The boycott ${title} ${changeOf(notice.outcome)}.`
    case 'response':
      return `${notice.responder} has responded to the boycott ${title}.`
    case 'request':
      return `The boycott ${title} has become active. You can publish the official response of ${notice.responder}.`
    case 'decision':
      return notice.on === 'account'
        ? `Your account ${changeOf(notice.outcome)}.`
        : `Your ${decided[notice.on]} ${title} ${changeOf(notice.outcome)}.`
    case 'flag':
      return `The ${reported(notice)} that you reported ${changeOf(notice.outcome)}.`
    case 'appeal':
      return notice.outcome === 'overturned'
        ? `Your appeal about ${title} succeeded: the decision was reversed.`
        : `Your appeal about ${title} was reviewed: the decision stands.`
    case 'milestone':
      return milestoneOf(title, notice)
    default:
      return notice satisfies never
  }
}

const decided = {
  submission: 'boycott',
  comment: 'comment on',
  suggestion: 'suggestion about',
  update: 'update about',
  response: 'response to',
  alternative: 'alternative for',
  claim: 'representation of',
} as const

const changes = {
  removed: 'was removed',
  approved: 'was reviewed and stays public',
  merged: 'was merged with another boycott about the same matter',
  upheld: 'was reviewed: the decision stands',
  overturned: 'is public again',
  locked: 'was closed for new comments',
  unlocked: 'is open for comments again',
  unmerged: 'is separate again from the boycott that it was merged with',
  renamed: 'has got another name from an administrator',
  boosted: 'has got another ranking boost from an administrator',
  accepted: 'was accepted',
  declined: 'was declined',
  suspended: 'was suspended',
  reinstated: 'is no longer suspended',
  'passkeys-reset':
    'no longer has passkeys, because they were reset. If you did not ask for this, tell the other administrators',
  'update-confirmed': 'was confirmed and is in the timeline',
  'update-declined': 'was declined',
  'update-withdrawn': 'was taken off the timeline',
  active: 'is active: enough people take part',
  met: 'has ended: its demand was met',
  'partly-met': 'has a result: its demand was partly met',
  ended: 'has ended',
  stale: 'is stale: nothing new has happened for 180 days',
  'response-removed': 'was removed',
  'response-approved': 'is public again',
  'alternative-removed': 'was removed',
  'alternative-approved': 'was reviewed and stays public',
  'claim-accepted': 'was confirmed',
  'claim-declined': 'was declined',
  'claim-revoked': 'was ended by an administrator',
} as const satisfies Record<NoticeOutcome, string>

const changeOf = (outcome: NoticeOutcome): string => changes[outcome]

const milestoneOf = (
  title: string,
  { of, value }: Extract<MailedNotice, { kind: 'milestone' }>,
): string => {
  const number = value.toLocaleString('en')
  if (of === 'score') return `Your boycott ${title} has reached a score of ${number}.`
  return `Your boycott ${title} has ${number} comments.`
}
