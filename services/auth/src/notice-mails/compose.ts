import { reasonCodes } from '@answerable/contracts/decisions'
import { noticeMonths } from '@answerable/contracts/notices'
import { pages } from '@answerable/contracts/pages'
import { type Mail, mailOf, type Paragraph } from '../mail/layout.ts'
import type { DueNoticeMail, NoticeMailContent } from './store.ts'

/**
 * A mail to the notifier. The token is in the fragment of the link, which browsers send to no server. No mail has a
 * text of the notice, because the address may belong to somebody else; the note of a decision is only in mails to
 * confirmed mailboxes.
 */
export const composeNoticeMail = (options: {
  origin: string
  id: string
  token: string
  mail: DueNoticeMail
}): Mail => {
  const { origin, id, token, mail } = options
  const link = `${origin}${pages.noticeStatus}#${token}`
  const { subject, label, paragraphs } = textOf(mail.content, mail.isConfirmed)
  return mailOf({
    to: mail.email,
    subject,
    link,
    code: null,
    messageId: `<${id}@${new URL(origin).hostname}>`,
    paragraphs: ['Hello,', ...paragraphs, { link, label }, notYou],
  })
}

const notYou =
  'If you sent no notice, someone entered your address by mistake. You can ignore this email: we use the address for nothing else.'

type Text = { subject: string; label: string; paragraphs: Paragraph[] }

const textOf = (content: NoticeMailContent, isConfirmed: boolean): Text => {
  switch (content.kind) {
    case 'receipt':
      return {
        subject: 'We received your notice',
        label: 'See your notice',
        paragraphs: [
          'We received your notice about content on Answerable. An administrator will review it, and we will email you the decision with its reasons.',
          'Open this link to confirm your address and to see the state of your notice. Do not share it: anyone with the link can see the notice and object to the decision.',
        ],
      }
    case 'outcome':
      return {
        subject: 'The decision about your notice',
        label: 'See the decision or object to it',
        paragraphs: [
          content.isUpheld
            ? 'An administrator reviewed your notice and found it justified.'
            : 'An administrator reviewed your notice and found that the content can stay.',
          ...removal(content),
          ...reasons(content, isConfirmed),
          `If you disagree, you can object free of charge for ${noticeMonths} months. Open this link and enter your reasons. Another administrator will review them if there is one. You can also turn to a certified out-of-court dispute settlement body or to a court.`,
        ],
      }
    case 'objection':
      return {
        subject: 'We received your objection',
        label: 'See your objection',
        paragraphs: [
          'We received your objection to the decision about your notice. An administrator will review it, and we will email you the result.',
        ],
      }
    case 'objection-outcome':
      return {
        subject: 'The decision about your objection',
        label: 'See the decision',
        paragraphs: [
          content.isUpheld
            ? 'An administrator reviewed your objection and found your notice justified.'
            : 'An administrator reviewed your objection and found that the content can stay.',
          ...removal(content),
          ...reasons(content, isConfirmed),
          'This decision is final on this site. You can turn to a certified out-of-court dispute settlement body or to a court.',
        ],
      }
    default:
      return content satisfies never
  }
}

const removalWords = {
  all: 'The content was removed.',
  some: 'Some of the content was removed.',
  none: 'The content was not removed.',
} as const

const removal = ({ removed }: Extract<NoticeMailContent, { isUpheld: boolean }>): string[] =>
  removed === undefined ? [] : [removalWords[removed]]

const reasons = (
  { reasonCode, note }: Extract<NoticeMailContent, { isUpheld: boolean }>,
  isConfirmed: boolean,
): string[] => [
  ...(reasonCode === null ? [] : [`Reason: ${reasonCodes[reasonCode]}.`]),
  ...(note === null || !isConfirmed ? [] : [note]),
]
