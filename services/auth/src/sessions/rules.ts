const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const idleMilliseconds = 14 * day
const touchMilliseconds = minute

/** Maximum lifetime of a session regardless of use. */
export const lifetimeMilliseconds = (isAdmin: boolean): number => (isAdmin ? 12 * hour : 30 * day)

export type SessionState = {
  createdAt: Date
  lastSeenAt: Date
  isAdmin: boolean
}

export const isLive = (session: SessionState, now: Date): boolean =>
  now.getTime() - session.lastSeenAt.getTime() < idleMilliseconds &&
  now.getTime() - session.createdAt.getTime() < lifetimeMilliseconds(session.isAdmin)

/** Use is recorded at most once a minute, so that most reads cause no write. */
export const needsTouch = (session: Pick<SessionState, 'lastSeenAt'>, now: Date): boolean =>
  now.getTime() - session.lastSeenAt.getTime() >= touchMilliseconds
