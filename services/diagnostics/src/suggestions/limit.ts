import type { Viewer } from '@answerable/contracts/sessions'
import type { Cache } from '@answerable/service-kit/cache'
import { networkOf } from '@answerable/service-kit/client-address'
import { AppError } from '@answerable/service-kit/errors'

const reportsPerWindow = 10
const windowSeconds = 60

/** Counts a report of this person, or of this network for visitors; throws too_many_requests. */
export const countReport = async (
  cache: Cache,
  sender: { viewer: Viewer | null; clientAddress: string | null },
): Promise<void> => {
  const who =
    sender.viewer === null
      ? `network:${networkOf(sender.clientAddress)}`
      : `user:${sender.viewer.id}`
  const { count, secondsLeft } = await cache.increment(`diagnostics:${who}`, windowSeconds)
  if (count > reportsPerWindow) {
    throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(secondsLeft, 1) })
  }
}
