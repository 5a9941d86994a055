import type { Viewer } from '@answerable/contracts/sessions'
import type { Metrics } from '@answerable/service-kit/observability/metrics'
import type { ResolveSession, SessionLookup } from './session-guess-limit.ts'

export type SessionDirectory = {
  /** Who holds this session; may be up to five seconds old. */
  lookup: (sessionHash: string, asker: SessionLookup) => Promise<Viewer | null>
  /** Who holds this session now. */
  lookupUncached: (sessionHash: string, asker: SessionLookup) => Promise<Viewer | null>
  forget: (sessionHashes: readonly string[]) => void
  forgetUser: (userId: string) => void
}

const knownResult = { result: 'known' }
const askedResult = { result: 'asked' }

const rememberedMilliseconds = 5_000
const most = 10_000

/**
 * What auth has said about sessions, kept in this process: a lookup costs no hop, and no other store has
 * to be believed about who somebody is.
 */
export const sessionDirectory = (resolve: ResolveSession, metrics: Metrics): SessionDirectory => {
  const countLookup = metrics.counter({
    name: 'answerable_session_lookups_total',
    help: 'Session lookups, by source (cache or auth).',
    labels: ['result'],
    known: [knownResult, askedResult],
  })
  const known = new Map<string, { viewer: Viewer | null; until: number }>()
  const asking = new Map<string, Promise<Viewer | null>>()
  let forgettings = 0

  const learn = async (hash: string, asker: SessionLookup): Promise<Viewer | null> => {
    const before = forgettings
    const viewer = await resolve(hash, asker)
    // An answer that was under way when something was forgotten may be what had to be forgotten.
    if (before === forgettings) remember(hash, viewer)
    return viewer
  }

  const remember = (hash: string, viewer: Viewer | null): void => {
    known.delete(hash)
    known.set(hash, { viewer, until: performance.now() + rememberedMilliseconds })
    if (known.size <= most) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  const stopAsking = (): void => {
    forgettings += 1
    asking.clear()
  }

  return {
    lookup: async (hash, asker) => {
      const found = known.get(hash)
      if (found !== undefined && performance.now() < found.until) {
        countLookup(knownResult)
        return found.viewer
      }
      countLookup(askedResult)
      const underWay = asking.get(hash)
      if (underWay !== undefined) return underWay
      const question = learn(hash, asker).finally(() => {
        if (asking.get(hash) === question) asking.delete(hash)
      })
      asking.set(hash, question)
      return question
    },
    lookupUncached: resolve,
    forget: (hashes) => {
      stopAsking()
      for (const hash of hashes) known.delete(hash)
    },
    forgetUser: (userId) => {
      stopAsking()
      for (const [hash, { viewer }] of known) if (viewer?.id === userId) known.delete(hash)
    },
  }
}
