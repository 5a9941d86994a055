import { claimPath } from '@answerable/contracts/pages'
import type { Reply } from '@answerable/contracts/responses'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { FetchError } from '../../ui/fetch-error.tsx'
import { longDate } from '../../ui/long-date.ts'
import { type ResponseActions, ResponseText } from './response-text.tsx'
import { isOverdue, ownResponse, responseQueries } from './responses.ts'

const Respond = lazy(async () => ({ default: (await import('./respond.tsx')).Respond }))

type ResponseSectionProps = {
  submission: Pick<Submission, 'id' | 'approved'>
  actions: ResponseActions
}

/** The right of reply: the official responses, or the state of the request for one. */
export const ResponseSection = ({ submission, actions }: ResponseSectionProps) => {
  const { data, error, isFetching, refetch } = useQuery(responseQueries.of(submission.id))
  return (
    <section aria-labelledby="response" aria-busy={data === undefined && error === null}>
      <h2 id="response" className="section-title">
        Response
      </h2>
      {data === undefined && error === null && (
        <>
          <span className="sr-only">Loading the response</span>
          <div className="bone h-4 w-3/5" aria-hidden="true" />
        </>
      )}
      {data === undefined && error !== null && (
        <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
      )}
      {data !== undefined && <Loaded reply={data} submission={submission} actions={actions} />}
    </section>
  )
}

const Loaded = ({ reply, submission, actions }: ResponseSectionProps & { reply: Reply }) => {
  const isRepresentative = reply.ownRepresentation === true
  const own = isRepresentative ? ownResponse(reply) : undefined
  return (
    <>
      {reply.responses.map((response) => (
        <ResponseText
          key={response.id}
          response={response}
          submissionId={submission.id}
          isOwn={own?.id === response.id}
          concernsUser={
            own?.id === response.id || reply.ownResponses?.includes(response.id) === true
          }
          actions={actions}
        />
      ))}
      {reply.responses.length === 0 && <Clock reply={reply} />}
      {isRepresentative && own === undefined && submission.approved && (
        <Suspense>
          <Respond reply={reply} submissionId={submission.id} />
        </Suspense>
      )}
      {reply.verifiedDomain === null && !isRepresentative && submission.approved && (
        <p className="text-soft">
          Do you speak for <bdi>{reply.business.name}</bdi>?{' '}
          <Link className="link" to={claimPath(reply.business.slug)}>
            Respond here
          </Link>
        </p>
      )}
    </>
  )
}

/** When a response was requested, without any judgement. */
const Clock = ({ reply: { business, requestedAt, verifiedDomain } }: { reply: Reply }) => (
  <p className="text-soft">
    {requestedAt === null ? (
      <>
        <bdi>{business.name}</bdi> can publish an official response here.
      </>
    ) : (
      <>
        Response requested on <time dateTime={requestedAt}>{longDate(requestedAt)}</time>.
        {isOverdue(requestedAt, Date.now()) && ' No response so far.'}
      </>
    )}
    {verifiedDomain !== null && (
      <>
        {' '}
        <bdi>{business.name}</bdi> is verified: {verifiedDomain}.
      </>
    )}
  </p>
)
