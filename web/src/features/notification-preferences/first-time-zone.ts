import { changePreferences, readPreferences } from '@answerable/contracts/notification-preferences'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { writeStored } from '../../platform/storage.ts'
import { timeZoneKey } from './time-zone-key.ts'

/**
 * Saves the browser's time zone for a member who has none, so that digests arrive in their morning. It is tried once for
 * each member in a browser, and again after a failure.
 */
export const sendFirstTimeZone = async (userId: string): Promise<void> => {
  const known = await call(readPreferences, {})
  if (known.timeZone === null) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // A time zone that the server does not know will not be known later either.
    await call(changePreferences, { body: { timeZone } }).catch((error: unknown) => {
      if (!isApiError(error, 400)) throw error
    })
  }
  writeStored(timeZoneKey, userId)
}
