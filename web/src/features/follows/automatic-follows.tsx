import { useQuery } from '@tanstack/react-query'
import { messageFor } from '../../api/api-error.ts'
import { followQueries, useChangeFollowSettings } from './follows.ts'

/** What follows a boycott automatically. Saved at once. */
export const AutomaticFollows = () => {
  const { data } = useQuery(followQueries.settings())
  const { save, error } = useChangeFollowSettings()
  const settings = { automatic: data?.automatic ?? false, joining: data?.joining ?? false }
  const choices = [
    { name: 'automatic', label: 'when I propose them or comment on them' },
    { name: 'joining', label: 'when I join them' },
  ] as const
  return (
    <>
      {choices.map(({ name, label }) => (
        <label className="checkbox" key={name}>
          <input
            type="checkbox"
            disabled={data === undefined}
            checked={settings[name]}
            onChange={({ target }) => save({ ...settings, [name]: target.checked })}
          />
          <span>Follow boycotts automatically {label}</span>
        </label>
      ))}
      {error !== null && (
        <p role="alert" className="error-text">
          {messageFor(error, 'Failed to save. Your choice was not changed.')}
        </p>
      )}
    </>
  )
}
