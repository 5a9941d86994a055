import { nullAfter } from '@answerable/service-kit/calls/with-timeout'
import type { RequestContext } from '../routing/request-context.ts'
import type { AnonymousReads } from './anonymous-reads.ts'
import type { PrerenderedPages } from './prerendered-pages.ts'
import type { WebFile } from './web-files.ts'

/** A page waits this long for its data. */
export const readTimeoutMilliseconds = 500

/** The prerendered page for a visitor; null when the browser must render it. */
export const anonymousPage = async (
  context: RequestContext,
  prerendered: PrerenderedPages,
  read: AnonymousReads,
): Promise<WebFile | null> => {
  const { request, requestId, path, log } = context
  const search = (request.url ?? '').slice(path.length)
  const addresses = prerendered.requestsFor(path, search)
  if (addresses === null) return null
  const failed = (error: unknown): null => {
    log.write('error', { requestId, err: error }, 'a page could not be rendered')
    return null
  }
  const recent = prerendered.recentPage({ path, search })
  if (recent !== null) return recent.catch(failed)
  const outcomes = await Promise.all(
    addresses.map((address) => nullAfter(read(context, address), readTimeoutMilliseconds)),
  )
  const entries = outcomes.flatMap((outcome) => (outcome?.kind === 'cached' ? outcome.entry : []))
  if (entries.length < addresses.length) return null
  return prerendered.page({ path, search }, entries).catch(failed)
}
