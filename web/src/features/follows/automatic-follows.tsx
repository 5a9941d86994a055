import { useQuery } from '@tanstack/react-query'
import { messageFor } from '../../api/api-error.ts'
import { followQueries, useChangeFollowSettings } from './follows.ts'

/** Whether writing about a boycott follows it. Saved at once. */
export const AutomaticFollows = () => {
  const { data } = useQuery(followQueries.settings())
  const save = useChangeFollowSettings()
  return (
    <>
      <label className="checkbox">
        <input
          type="checkbox"
          disabled={data === undefined}
          checked={data?.automatic ?? false}
          onChange={({ target }) => save.mutate({ automatic: target.checked })}
        />
        <span>Follow boycotts automatically when I propose them or comment on them</span>
      </label>
      {save.isError && (
        <p role="alert" className="error-text">
          {messageFor(save.error, 'Failed to save. Your choice was not changed.')}
        </p>
      )}
    </>
  )
}
