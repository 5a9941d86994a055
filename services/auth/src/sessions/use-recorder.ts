import type { Db } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { recordUse } from './store.ts'

/** Records the use of sessions together, a moment later, so that no lookup waits for it. */
export type UseRecorder = {
  add: (sessionHash: string) => void
  /** Records the uses that are still waiting. */
  stop: () => Promise<void>
}

/** With the minute between two records of a session, this is the use that a crash may lose. */
const collectMilliseconds = 1_000
/** So that a statement locks no session for long. */
const maxTogether = 500

export const openUseRecorder = ({ db, log }: { db: Db; log: Log }): UseRecorder => {
  const used = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  const recordAll = async (): Promise<void> => {
    while (used.size > 0) {
      const hashes = [...used].slice(0, maxTogether)
      for (const hash of hashes) used.delete(hash)
      await recordUse(db, hashes)
    }
  }

  const recordAndWarn = (): Promise<void> =>
    recordAll().catch((error: unknown) => {
      // The next lookups of these sessions add them again.
      log.warn({ err: error }, 'recording the use of sessions failed')
    })

  let recording = Promise.resolve()
  const recordLater = (): void => {
    timer = setTimeout(() => {
      recording = recordAndWarn().then(() => {
        timer = null
        if (used.size > 0) recordLater()
      })
    }, collectMilliseconds)
  }

  return {
    add: (hash) => {
      used.add(hash)
      if (timer === null) recordLater()
    },
    stop: async () => {
      await recording
      if (timer !== null) clearTimeout(timer)
      await recordAndWarn()
    },
  }
}
