import type { CacheEntry } from '../cache/cache-entry.ts'
import type { ReadOutcome } from '../cache/response-cache.ts'
import type { RequestContext } from '../routing/request-context.ts'
import type { AnonymousReads } from './anonymous-reads.ts'
import type { PrerenderedPages } from './prerendered-pages.ts'
import type { WebFile } from './web-files.ts'

const patienceMilliseconds = 500

/** The page with what it shows, as a visitor gets it; null where it must be drawn in the browser. */
export const anonymousPage = async (
  exchange: RequestContext,
  drawn: PrerenderedPages,
  read: AnonymousReads,
): Promise<WebFile | null> => {
  const { request, requestId, path, log } = exchange
  const search = (request.url ?? '').slice(path.length)
  const addresses = drawn.requestsFor(path, search)
  if (addresses === null) return null
  const failed = (error: unknown): null => {
    log.write('error', { requestId, err: error }, 'rendering a page failed')
    return null
  }
  const recent = drawn.recentPageOf({ path, search })
  if (recent !== null) return recent.catch(failed)
  const outcomes = await Promise.all(addresses.map((address) => soon(read(exchange, address))))
  const answers = outcomes.filter((outcome) => outcome?.kind === 'kept').map(answerOf)
  if (answers.length < addresses.length) return null
  return drawn.pageOf({ path, search }, answers).catch(failed)
}

const answerOf = ({ answer }: { answer: CacheEntry }): CacheEntry => answer

/** Null once a page can wait no longer. */
export const soon = (outcome: Promise<ReadOutcome>): Promise<ReadOutcome | null> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), patienceMilliseconds)
    outcome.then(resolve, reject).finally(() => clearTimeout(timer))
  })
