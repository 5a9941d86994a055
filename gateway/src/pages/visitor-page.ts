import type { Landing } from '../cache/answer-cache.ts'
import type { KeptAnswer } from '../cache/kept-answer.ts'
import type { Exchange } from '../exchange.ts'
import type { DrawnPages } from './drawn-pages.ts'
import type { VisitorReads } from './visitor-reads.ts'
import type { WebFile } from './web-files.ts'

const patienceMilliseconds = 500

/** The page with what it shows, as a visitor gets it; null where it must be drawn in the browser. */
export const visitorPage = async (
  exchange: Exchange,
  drawn: DrawnPages,
  read: VisitorReads,
): Promise<WebFile | null> => {
  const { request, requestId, path, log } = exchange
  const search = (request.url ?? '').slice(path.length)
  const addresses = drawn.addressesFor(path, search)
  if (addresses === null) return null
  const failed = (error: unknown): null => {
    log.write('error', { requestId, err: error }, 'a page could not be rendered')
    return null
  }
  const recent = drawn.recentPageOf({ path, search })
  if (recent !== null) return recent.catch(failed)
  const landings = await Promise.all(addresses.map((address) => soon(read(exchange, address))))
  const answers = landings.filter((landing) => landing?.kind === 'kept').map(answerOf)
  if (answers.length < addresses.length) return null
  return drawn.pageOf({ path, search }, answers).catch(failed)
}

const answerOf = ({ answer }: { answer: KeptAnswer }): KeptAnswer => answer

/** Null once a page can wait no longer. */
export const soon = (landing: Promise<Landing>): Promise<Landing | null> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), patienceMilliseconds)
    landing.then(resolve, reject).finally(() => clearTimeout(timer))
  })
