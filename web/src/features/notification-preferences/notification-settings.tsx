import { type MailFrequency, mailFrequencies } from '@answerable/contracts/notification-preferences'
import { type NoticeKind, noticeKinds } from '@answerable/contracts/notifications'
import { useQuery } from '@tanstack/react-query'
import { messageFor } from '../../api/api-error.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { MailboxRefused } from './mailbox-refused.tsx'
import { type Preferences, preferenceQueries, useChangePreferences } from './preferences.ts'
import { TimeZone } from './time-zone.tsx'

const frequencyLabels = {
  'at-once': 'At once',
  daily: 'Daily',
  weekly: 'Weekly',
  never: 'Never',
} as const satisfies Record<MailFrequency, string>

/** How often each kind of notice is mailed. Every choice is saved at once. */
export const NotificationSettings = () => {
  const { data, error, isFetching, refetch } = useQuery(preferenceQueries.own())
  return (
    <section className="settings-section" aria-labelledby="notifications">
      <h2 id="notifications" tabIndex={-1} className="settings-title">
        Email notifications
      </h2>
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <Form preferences={data} />}
    </section>
  )
}

const Form = ({ preferences }: { preferences: Preferences }) => {
  const change = useChangePreferences()
  // Says nothing, because the member has changed nothing.
  const detect = useChangePreferences()
  return (
    <>
      {preferences.mailboxRefusedAt !== null && (
        <MailboxRefused refusedAt={preferences.mailboxRefusedAt} />
      )}
      <p className="text-pretty">
        Everything is listed on your notifications page. Here you choose how often you also get it
        by email. Daily and weekly emails are one email each, sent in your morning.
      </p>
      <fieldset className="preferences">
        <legend className="sr-only">Emails</legend>
        {(Object.entries(noticeKinds) as [NoticeKind, string][]).map(([kind, label]) => (
          <label key={kind} className="preference">
            <span>{label}</span>
            <select
              className="select-small"
              value={preferences.frequencies[kind]}
              onChange={({ target }) =>
                change.save({ frequencies: { [kind]: target.value as MailFrequency } })
              }
            >
              {mailFrequencies.map((one) => (
                <option key={one} value={one}>
                  {frequencyLabels[one]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
      <TimeZone
        timeZone={preferences.timeZone}
        onDetect={(timeZone) => detect.save({ timeZone })}
        onChange={(timeZone) => change.save({ timeZone })}
      />
      <Outcome {...change} />
    </>
  )
}

type OutcomeProps = Pick<ReturnType<typeof useChangePreferences>, 'isPending' | 'isSaved' | 'error'>

const Outcome = ({ isPending, isSaved, error }: OutcomeProps) => (
  <>
    <p role="status" className="text-sm text-soft">
      {isPending ? 'Saving...' : isSaved && 'Saved.'}
    </p>
    {error !== null && (
      <p role="alert" className="error-text">
        {messageFor(error, 'Failed to save. Your choice was not changed.')}
      </p>
    )}
  </>
)

const Skeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading your notification settings</span>
    {Object.keys(noticeKinds).map((kind) => (
      <div key={kind} className="bone mt-3 h-8 w-full" aria-hidden="true" />
    ))}
  </div>
)
