import { useNow } from '../platform/clock.tsx'
import { lazily } from '../platform/once.ts'

const full = lazily(() => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }))
const relative = lazily(() => new Intl.RelativeTimeFormat('en', { numeric: 'always' }))

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export const RelativeTime = ({ at }: { at: string }) => {
  const now = useNow()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        // Created on hover only: it depends on the reader's time zone and is slow.
        currentTarget.title = full().format(date)
      }}
    >
      {timeAgo(date, now)}
    </time>
  )
}

/** '3 hours ago'. A time in the future, due to clock skew, is 'just now'. */
export const timeAgo = (date: Date, now: number): string => {
  const seconds = Math.floor((now - date.getTime()) / 1000)
  const unit = units.find(([, length]) => seconds >= length)
  if (unit === undefined) return 'just now'
  const [name, length] = unit
  return relative().format(-Math.floor(seconds / length), name)
}
