import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isMissing, messageFor } from '../api/api-error.ts'
import { NoticeOutcome } from '../features/notices/notice-outcome.tsx'
import { noticeQueries, useConfirmNotice } from '../features/notices/notice-queries.ts'
import { ObjectionForm } from '../features/notices/objection-form.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { FetchError } from '../ui/fetch-error.tsx'

const tokenPattern = /^[\w-]{43}$/

/** Opened from the link in a mail. The token is in the fragment, which browsers send to no server. */
export const NoticeStatusPage = () => {
  const token = useLocation().hash.slice(1)
  return (
    <div className="page-narrow">
      <PageTitle
        title={titled('Your notice')}
        description="The state of a notice about content on Answerable."
      >
        Your notice
      </PageTitle>
      {tokenPattern.test(token) ? <Status key={token} token={token} /> : <Invalid />}
    </div>
  )
}

const Status = ({ token }: { token: string }) => {
  const { data, error, isFetching, refetch } = useQuery(noticeQueries.status(token))
  if (data === undefined && error !== null) {
    return isMissing(error) ? (
      <Invalid />
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  if (data === undefined) {
    return (
      <div className="mt-6" aria-busy="true">
        <span className="sr-only">Loading your notice</span>
        <div className="bone h-4 w-1/2" aria-hidden="true" />
        <div className="bone mt-2.5 h-4 w-4/5" aria-hidden="true" />
      </div>
    )
  }
  return (
    <>
      <Confirmation token={token} isConfirmed={data.isConfirmed} />
      <NoticeOutcome notice={data} />
      {data.mayObjectUntil !== null && <ObjectionForm token={token} until={data.mayObjectUntil} />}
    </>
  )
}

/** Only the button confirms the address, because mail scanners open links. */
const Confirmation = ({ token, isConfirmed }: { token: string; isConfirmed: boolean }) => {
  const confirm = useConfirmNotice(token)
  const [wasAsked] = useState(!isConfirmed)
  if (!wasAsked) return null
  return (
    <div className="notice mt-4" role="status">
      {isConfirmed ? (
        <p>Your email address is confirmed.</p>
      ) : (
        <>
          <p className="text-pretty">
            Confirm that you sent this notice. The decision then reaches you with its full reasons.
          </p>
          {confirm.isError && (
            <p role="alert" className="error-text mt-2">
              {messageFor(confirm.error, 'Failed to confirm the address. Please try again.')}
            </p>
          )}
          <button
            type="button"
            className="button-primary mt-3"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate(undefined)}
          >
            {confirm.isPending ? 'Confirming...' : 'Confirm my address'}
          </button>
        </>
      )}
    </div>
  )
}

const Invalid = () => (
  <div className="mt-4">
    <p role="alert" className="text-pretty">
      This link is not valid or has expired. Please use the whole link from the newest email about
      your notice.
    </p>
    <p className="mt-4">
      <Link className="link" to={pages.notice}>
        Report unlawful content
      </Link>
    </p>
  </div>
)
