import { endOtherSessions, endOwnSession, type OwnSession } from '@answerable/contracts/own-account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { counted } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast } from '../../ui/toast.tsx'

/** The user's sessions, this browser first. */
export const SessionList = ({ sessions }: { sessions: readonly OwnSession[] }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { endOne, endOthers } = useEndings(heading)
  const isBusy = endOne.isPending || endOthers.isPending
  const others = sessions.filter(({ current }) => !current)
  const own = sessions.filter(({ current }) => current)
  return (
    <section className="settings-section" aria-labelledby="sessions">
      <h2 id="sessions" className="settings-title" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <ul className="settings-sessions">
        {[...own, ...others].map((session) => (
          <li key={session.id}>
            <SessionFacts session={session} />
            {!session.current && (
              <button
                type="button"
                className="button-secondary"
                aria-label={`Sign out ${session.device}, ${countryOf(session)}`}
                disabled={isBusy}
                onClick={() => endOne.mutate(session)}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="text-sm text-soft">You are not signed in anywhere else.</p>
      ) : (
        <button
          type="button"
          className="button-secondary mt-4"
          disabled={isBusy}
          onClick={() => endOthers.mutate()}
        >
          Sign out all other browsers
        </button>
      )}
    </section>
  )
}

const SessionFacts = ({ session }: { session: OwnSession }) => (
  <div className="min-w-0">
    <p>
      <span className="font-semibold">{session.device}</span>
      {session.current && <span className="badge ml-2">This browser</span>}
    </p>
    <p className="text-sm text-soft">
      {countryOf(session)} · signed in <RelativeTime at={session.createdAt} />
      {!session.current && (
        <>
          {' '}
          · last used <RelativeTime at={session.lastSeenAt} />
        </>
      )}
    </p>
  </div>
)

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const countryOf = ({ country }: OwnSession): string =>
  country === null ? 'Unknown country' : (countryNames.of(country) ?? country)

const useEndings = (heading: RefObject<HTMLHeadingElement | null>) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const done = async (description: string) => {
    // The pressed button disappears and would lose the focus.
    heading.current?.focus()
    toast({ title: 'Signed out', description })
    await client.invalidateQueries({ queryKey: queryKeys.ownAccount })
  }
  const onError = (error: Error) =>
    toast({
      title: 'Error',
      description: messageFor(error, 'Failed to sign out'),
      variant: 'destructive',
    })
  return {
    endOne: useMutation({
      mutationFn: ({ id }: OwnSession) => memberCall(() => call(endOwnSession, { params: { id } })),
      onSuccess: (_, { device }) => done(`${device} is signed out.`),
      onError,
    }),
    endOthers: useMutation({
      mutationFn: () => memberCall(() => call(endOtherSessions, {})),
      onSuccess: ({ ended }) => done(`${counted(ended, 'other browser')} signed out.`),
      onError,
    }),
  }
}
