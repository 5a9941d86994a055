import { reasonCodes } from '@answerable/contracts/decisions'
import { type AdminNotice, type NoticedContent, noticeReasons } from '@answerable/contracts/notices'
import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Fact } from '../../features/review/fact.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { adminAddress } from './admin-address.ts'

export const NoticeHead = ({
  notice: { what, reasonCode, receivedAt, who, mailbox },
}: {
  notice: AdminNotice
}) => (
  <>
    <div className="row-head">
      <h3 className="row-target">
        <Link to={what[0]?.path ?? '/admin'}>{noticeReasons[reasonCode]}</Link>
      </h3>
    </div>
    <p className="review-origin">
      <span>
        <RelativeTime at={receivedAt} /> by <span className="name">{who ?? 'Unknown'}</span>,{' '}
        {mailboxWords[mailbox]}
      </span>
    </p>
  </>
)

const mailboxWords = {
  none: 'without an email address',
  unconfirmed: 'email address not confirmed',
  confirmed: 'email address confirmed',
} as const satisfies Record<AdminNotice['mailbox'], string>

export const NoticeFacts = ({
  notice: { what, why, state, decision, objection },
}: {
  notice: AdminNotice
}) => (
  <div className="review-facts">
    {objection !== null && (
      <Fact title="Objection">
        <blockquote className="quoted">{objection.text}</blockquote>
        <p className="text-sm text-soft">
          By the notifier, <RelativeTime at={objection.objectedAt} />
        </p>
      </Fact>
    )}
    <Fact title="Content">
      <ul className="plain-list">
        {what.map((content) => (
          <li key={content.path} className="wrap-anywhere">
            {kindWords[content.kind]}{' '}
            <Link className="link" to={content.path}>
              {content.path}
            </Link>
            {content.removal === null ? (
              <ReviewLink content={content} />
            ) : (
              <span className="text-soft">
                {' '}
                · Removed <RelativeTime at={content.removal.decidedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-soft">
        {what.some(({ removal }) => removal !== null)
          ? 'Uphold the notice to tell the notifier that the content was removed.'
          : 'Remove the content first, if it is unlawful. Without a removal, an upheld notice needs a note that says why the content stays.'}
      </p>
    </Fact>
    <Fact title="Explanation">
      <p className="whitespace-pre-line wrap-anywhere">{why}</p>
    </Fact>
    {decision !== null && (
      <Fact title="Earlier decision">
        <p>
          {state === 'upheld' ? 'Upheld' : 'Declined'} by {decision.moderator.username}{' '}
          <RelativeTime at={decision.decidedAt} />
          {decision.reasonCode !== null && <> · {reasonCodes[decision.reasonCode]}</>}
        </p>
        {decision.note !== null && <p className="whitespace-pre-line">{decision.note}</p>}
      </Fact>
    )}
  </div>
)

const kindWords = {
  submission: 'Boycott',
  comment: 'Comment',
  response: 'Response',
  alternative: 'Alternative',
  update: 'Update',
  business: 'Business',
  person: 'Person',
} as const satisfies Record<NoticedContent['kind'], string>

/** To the existing decision about the content. */
const ReviewLink = ({ content: { kind, id } }: { content: NoticedContent }) => {
  const address = reviewAddress(kind, id)
  if (address === null) return null
  return (
    <>
      {' · '}
      <Link className="link" to={address}>
        Decide
      </Link>
    </>
  )
}

const reviewAddress = (kind: NoticedContent['kind'], id: string): string | null => {
  if (kind === 'submission') return adminAddress('submissions', { search: id })
  if (kind === 'comment') return adminAddress('flagged', { comment: id })
  if (kind === 'alternative') return adminAddress('flagged', { alternative: id })
  // Some notices name all responses to a submission.
  if (kind === 'response')
    return id.length === 8
      ? `${pages.adminReplies}?list=all`
      : adminAddress('flagged', { response: id })
  if (kind === 'update') return `${pages.adminUpdates}?state=decided`
  return kind === 'person' ? adminAddress('users', { search: id }) : null
}
