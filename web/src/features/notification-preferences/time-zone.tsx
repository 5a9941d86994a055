import { useEffect, useRef } from 'react'

type TimeZoneProps = {
  /** Null if the member has none yet. */
  timeZone: string | null
  /** Called once with the browser's time zone if the member has none. */
  onDetect: (timeZone: string) => void
  onChange: (timeZone: string) => void
}

/** The time zone in whose mornings digests are sent. */
export const TimeZone = ({ timeZone, onDetect, onChange }: TimeZoneProps) => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isSent = useRef(false)
  useEffect(() => {
    if (timeZone !== null || isSent.current) return
    isSent.current = true
    onDetect(own)
  }, [timeZone, own, onDetect])
  const zones = new Set([timeZone ?? own, own, ...Intl.supportedValuesOf('timeZone')])
  return (
    <label className="preference">
      <span>Your time zone</span>
      <select
        className="select-small"
        value={timeZone ?? own}
        onChange={({ target }) => onChange(target.value)}
      >
        {[...zones].sort().map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  )
}
