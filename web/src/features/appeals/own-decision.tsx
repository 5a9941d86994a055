import type { OwnDecision as Decision } from '@answerable/contracts/appeals'
import { reasonCodes } from '@answerable/contracts/decisions'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { FetchError } from '../../ui/fetch-error.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AppealForm } from './appeal-form.tsx'
import { appealQueries, type OwnSubject } from './appeals.ts'

/** Shows authors the decision about their removed content and its reason, and lets them appeal once. */
export const OwnDecision = ({ subject }: { subject: OwnSubject }) => {
  const { data, error, isFetching, refetch } = useQuery(appealQueries.ownDecision(subject))
  const id = useId()
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <div className="ruling" aria-busy="true">
        <span className="sr-only">Loading the decision</span>
        <div className="bone h-5 w-2/3" aria-hidden="true" />
        <div className="bone mt-3 h-4 w-1/2" aria-hidden="true" />
      </div>
    )
  }
  return (
    <section className="ruling" aria-labelledby={id}>
      <h2 id={id} className="subheading">
        An administrator removed{' '}
        {subject.kind === 'submission' ? 'this submission' : `your ${subject.kind}`}
      </h2>
      <p className="mt-1 intro">
        Removed <RelativeTime at={data.decidedAt} />. {whoSees[subject.kind]}
      </p>
      <Grounds reasonCode={data.reasonCode} note={data.note} />
      <p className="mt-3 text-sm text-soft">
        Decision <code className="wrap-anywhere">{data.decisionId}</code> in the{' '}
        <Link className="link" to={pages.moderationLog}>
          moderation log
        </Link>
      </p>
      <AppealState decision={data} subject={subject} />
    </section>
  )
}

const whoSees = {
  submission: 'Only you and the administrators can see this page.',
  comment: 'Everyone else sees the reason, but not the text.',
  response: 'Everyone else sees the reason, but not the text.',
  alternative: 'Only you and the administrators can see it.',
} as const satisfies Record<OwnSubject['kind'], string>

const Grounds = ({ reasonCode, note }: Pick<Decision, 'reasonCode' | 'note'>) => (
  <dl className="facts mt-3">
    <dt>Reason</dt>
    <dd>{reasonCode === null ? 'None given' : reasonCodes[reasonCode]}</dd>
    {note !== null && note !== '' && (
      <>
        <dt>Note</dt>
        <dd className="font-normal whitespace-pre-line wrap-anywhere">{note}</dd>
      </>
    )}
  </dl>
)

type AppealStateProps = { decision: Decision; subject: OwnSubject }

const AppealState = ({ decision: { appeal }, subject }: AppealStateProps) => {
  if (appeal === null) return <AppealForm subject={subject} />
  return (
    <div className="mt-5" role="status">
      <h3 className="font-semibold">
        {headings[appeal.state]}
        {appeal.state === 'upheld' && ` The ${subject.kind} stays removed.`}
      </h3>
      <p className="mt-1 text-soft">
        Sent <RelativeTime at={appeal.createdAt} />
        {appeal.settledAt !== null && (
          <>
            , decided <RelativeTime at={appeal.settledAt} />
          </>
        )}
      </p>
      {appeal.settledAt !== null && <Grounds reasonCode={appeal.reasonCode} note={appeal.note} />}
      <blockquote className="quoted mt-3">{appeal.text}</blockquote>
    </div>
  )
}

const headings = {
  open: 'Your appeal is waiting for an administrator',
  upheld: 'Your appeal was rejected.',
  overturned: 'Your appeal was granted',
} as const
