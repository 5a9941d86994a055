import type { Db } from '@answerable/service-kit/db'
import { deviceIdOf, isKnownDevice } from '../sessions/known-devices.ts'

/**
 * The id of the browser if the account of this address has signed in there before and has not signed it out since;
 * null otherwise. The same is computed for unknown addresses, so that the response time reveals nothing.
 */
export const findKnownBrowser = async (
  db: Db,
  codeKey: Buffer,
  { email, deviceCookie }: { email: string; deviceCookie: string | undefined },
): Promise<string | null> => {
  const deviceId = deviceIdOf(deviceCookie)
  if (deviceId === null) return null
  const { rows } = await db.query<{ userId: string; epoch: number }>(
    'SELECT id AS "userId", device_epoch AS epoch FROM users WHERE email = $1',
    [email],
  )
  const account = rows[0] ?? { userId: 'none', epoch: 0 }
  return isKnownDevice(codeKey, deviceCookie, account) ? deviceId : null
}
