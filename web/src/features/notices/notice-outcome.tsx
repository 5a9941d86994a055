import { type ReasonCode, reasonCodes } from '@answerable/contracts/decisions'
import { type NoticeState, type NoticeStatus, noticeReasons } from '@answerable/contracts/notices'
import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui/relative-time.tsx'

const stateWords = {
  open: 'Waiting for a decision',
  upheld: 'Your notice is justified',
  declined: 'The content can stay',
} as const satisfies Record<NoticeState, string>

/** What a notice is about, its state, its decision and the decision on its objection. */
export const NoticeOutcome = ({ notice }: { notice: NoticeStatus }) => {
  const { receivedAt, reasonCode, what, removed, state, decision, objection } = notice
  return (
    <>
      <dl className="facts mt-6">
        <dt>Received</dt>
        <dd>
          <RelativeTime at={receivedAt} />
        </dd>
        <dt>Reason</dt>
        <dd>{noticeReasons[reasonCode]}</dd>
        {what.length > 0 && (
          <>
            <dt>Content</dt>
            <dd>
              {what.map((path) => (
                <p key={path} className="wrap-anywhere">
                  <Link className="link" to={path}>
                    {path}
                  </Link>
                  {removed.includes(path) && ' · Removed'}
                </p>
              ))}
            </dd>
          </>
        )}
      </dl>
      <section className="mt-8" aria-label="Decision">
        <h2 className="section-title">{stateWords[state]}</h2>
        {decision === null ? (
          <p className="mt-2 text-pretty">
            An administrator will review your notice. We will email you the decision.
          </p>
        ) : (
          <Reasons {...decision} at={decision.decidedAt} />
        )}
      </section>
      {objection !== null && (
        <section className="mt-8" aria-label="Objection">
          <h2 className="section-title">
            {objection.state === 'open'
              ? 'Your objection is being reviewed'
              : `After your objection: ${stateWords[objection.state].toLowerCase()}`}
          </h2>
          {objection.text !== '' && (
            <blockquote className="quoted mt-2">{objection.text}</blockquote>
          )}
          {objection.settledAt !== null && <Reasons {...objection} at={objection.settledAt} />}
        </section>
      )}
    </>
  )
}

type ReasonsProps = { reasonCode: ReasonCode | null; note: string | null; at: string }

const Reasons = ({ reasonCode, note, at }: ReasonsProps) => (
  <>
    <p className="mt-2">
      {reasonCode !== null && <>{reasonCodes[reasonCode]} · </>}
      <span className="text-soft">
        <RelativeTime at={at} />
      </span>
    </p>
    {note !== null && note !== '' && (
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{note}</p>
    )}
  </>
)
