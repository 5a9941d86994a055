import type { Viewer } from '@answerable/contracts/sessions'
import type { SessionLookup } from '../identity/session-guess-limit.ts'
import type { SessionDirectory } from '../identity/sessions.ts'

/** The websockets of sessions: a page gets no message for a member whose session has ended. */
export type SessionSockets = {
  /**
   * Registers a websocket before its session is resolved, so that an end in between is noticed. Returns the function
   * that removes it.
   */
  add: (sessionHash: string, socket: SessionSocket) => () => void
  /** Closes the websockets of ended sessions. */
  end: (sessionHashes: readonly string[]) => void
  /** Closes the websockets whose session has expired or whose end was missed. */
  recheck: (lookup: SessionDirectory['lookup'], now?: number) => Promise<void>
}

type SessionSocket = Pick<SessionLookup, 'address' | 'requestId'> & { close: () => void }
type Entry = SessionSocket & { sessionHash: string; checkedAt: number }

/** Sessions expire without an event. */
export const recheckAfterMilliseconds = 600_000

export const openSessionSockets = (): SessionSockets => {
  const bySession = new Map<string, Set<Entry>>()
  return {
    add: (sessionHash, socket) => {
      const entry = { ...socket, sessionHash, checkedAt: performance.now() }
      const own = bySession.get(sessionHash) ?? new Set()
      bySession.set(sessionHash, own.add(entry))
      return () => {
        own.delete(entry)
        if (own.size === 0 && bySession.get(sessionHash) === own) bySession.delete(sessionHash)
      }
    },
    end: (sessionHashes) => {
      for (const hash of sessionHashes)
        for (const { close } of [...(bySession.get(hash) ?? [])]) close()
    },
    recheck: async (lookup, now = performance.now()) => {
      const due = [...bySession.values()]
        .flatMap((own) => [...own])
        .filter(({ checkedAt }) => now - checkedAt >= recheckAfterMilliseconds)
      for (const entry of due) await recheckEntry(entry, lookup, now)
    },
  }
}

const recheckEntry = async (
  entry: Entry,
  lookup: SessionDirectory['lookup'],
  now: number,
): Promise<void> => {
  const { sessionHash, requestId, address } = entry
  // While auth is unavailable, the websocket stays open until the next check.
  const viewer = await lookup(sessionHash, { requestId, address }).catch(
    (): Viewer | 'unknown' => 'unknown',
  )
  if (viewer === 'unknown') return
  entry.checkedAt = now
  if (viewer === null) entry.close()
}
