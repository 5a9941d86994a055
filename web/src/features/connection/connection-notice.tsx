import { useQueryClient } from '@tanstack/react-query'
import { useConnection } from './use-connection.ts'

const texts = {
  fine: null,
  offline: 'You are offline. This page may be out of date.',
  unreachable: 'Answerable cannot be reached. This page may be out of date.',
  back: 'You are back online.',
} as const

/** Shows above every page that the connection is lost, and when it is back. */
export const ConnectionNotice = () => {
  const client = useQueryClient()
  const connection = useConnection()
  return (
    <div role="status" className="connection" data-connection={connection}>
      {connection !== 'fine' && (
        <div className="column connection-row">
          <p>{texts[connection]}</p>
          {connection === 'unreachable' && (
            <button
              type="button"
              className="connection-button"
              onClick={() => void client.refetchQueries({ type: 'active' })}
            >
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  )
}
