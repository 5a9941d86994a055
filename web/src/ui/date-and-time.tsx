/** A time in the future, to the minute. */
export const DateAndTime = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
  </time>
)
