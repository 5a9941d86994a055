import { maxPasskeys } from '@answerable/contracts/passkeys'
import { useQuery } from '@tanstack/react-query'
import { FetchError } from '../../ui/fetch-error.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { isSupported } from './ceremonies.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { passkeyQueries } from './passkey-queries.ts'

/** The administrator's passkeys, and the form to add one. */
export const Passkeys = () => {
  const { data, error, isFetching, refetch } = useQuery(passkeyQueries.list())
  if (error !== null) return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  if (data === undefined) return <div className="bone mt-3 h-10 w-full" aria-busy="true" />
  const { passkeys, required, needed } = data
  return (
    <>
      {passkeys.length === 0 ? (
        <p>{needed ? noneButNeeded : none}</p>
      ) : (
        <ul className="settings-sessions">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              isLast={passkeys.length === 1}
              isRequired={required}
            />
          ))}
        </ul>
      )}
      {passkeys.length === 1 && <p className="text-sm text-soft">{second}</p>}
      {!isSupported() && (
        <p className="mt-4">This browser does not support passkeys. Use another one to add some.</p>
      )}
      {isSupported() && passkeys.length < maxPasskeys && <AddPasskey />}
    </>
  )
}

const none = 'You have no passkey. Until you add one, you can make decisions without it.'
const noneButNeeded = 'You have no passkey. Add one before you make decisions.'
const second = 'Add a second one on another device, in case you lose this one.'
