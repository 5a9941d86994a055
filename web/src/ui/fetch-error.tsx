import { adviceFor } from '../api/api-error.ts'

type FetchErrorProps = { error: Error; isTrying: boolean; onTryAgain: () => unknown }

/** Message about a failed fetch, with a button to retry. */
export const FetchError = ({ error, isTrying, onTryAgain }: FetchErrorProps) => (
  <div role="alert" className="trouble">
    <p className="font-semibold">{error.message}</p>
    <p className="text-pretty empty:hidden">{adviceFor(error)}</p>
    <button
      type="button"
      className="button-secondary"
      disabled={isTrying}
      onClick={() => onTryAgain()}
    >
      Try again
    </button>
  </div>
)
