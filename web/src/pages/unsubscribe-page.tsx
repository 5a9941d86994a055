import { unsubscribe } from '@answerable/contracts/notification-preferences'
import { noticeKinds } from '@answerable/contracts/notifications'
import { pages } from '@answerable/contracts/pages'
import type { RouteResponse } from '@answerable/contracts/route'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { isApiError, messageFor } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { PageTitle, titled } from '../layout/page-title.tsx'

/** From the link in a mail. Only the button changes something, because mail scanners open links. */
export const UnsubscribePage = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const stop = useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
  const isInvalid = token === '' || isApiError(stop.error, 400) || isApiError(stop.error, 404)
  return (
    <div className="page-narrow">
      <PageTitle title={titled('Unsubscribe')} description="Stop emails from Answerable.">
        {stop.isSuccess ? 'You are unsubscribed' : 'Unsubscribe'}
      </PageTitle>
      <div role="status">
        {stop.isSuccess && (
          <p className="mt-3 text-pretty">
            We will not email you again: {stoppedWords(stop.data.stopped)}. You still find
            everything on your notifications page.
          </p>
        )}
      </div>
      {!stop.isSuccess && !isInvalid && (
        <>
          <p className="mt-3 text-pretty">
            Press the button to stop the emails that this link came with. You need not log in, and
            other emails are not affected.
          </p>
          {stop.isError && (
            <p role="alert" className="error-text mt-3">
              {messageFor(stop.error, 'Failed to unsubscribe. Please try again.')}
            </p>
          )}
          <button
            type="button"
            className="button-primary mt-6"
            disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {stop.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
          </button>
        </>
      )}
      {isInvalid && (
        <p role="alert" className="mt-3 text-pretty">
          This link is not valid. Please use the link at the end of the newest email, or change your
          settings.
        </p>
      )}
      <p className="mt-6">
        <Link className="link" to={`${pages.settings}#notifications`}>
          Choose which emails you get
        </Link>
      </p>
    </div>
  )
}

type Stopped = RouteResponse<typeof unsubscribe>['stopped']

const stoppedWords = (stopped: Stopped): string => {
  if (stopped === 'daily') return 'daily summaries'
  if (stopped === 'weekly') return 'weekly summaries'
  return noticeKinds[stopped].toLowerCase()
}
