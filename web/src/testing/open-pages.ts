import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { createQueryClient } from '../api/query-client.ts'
import { followSite } from '../features/live/follow-site.ts'
import { submissionQueries } from '../features/submissions/submission-queries.ts'

// Many open feeds in one program, without browsers: the requests and updates of a page, without its
// rendering. Started by `bench/speed/live-pages.ts`, which counts the requests.

const [siteUrl = '', count = '1'] = process.argv.slice(2)
let requested = 0

environmentManager.setIsServer(() => false)
const fetchAbsolute = globalThis.fetch
globalThis.fetch = (path, options) => {
  requested += 1
  return fetchAbsolute(new URL(String(path), siteUrl), options)
}

/** A visible tab. */
const openPage = (): Promise<unknown> => {
  const client = createQueryClient()
  const observer = new QueryObserver(
    client,
    submissionQueries.feed({ page: 1, sort: 'hot' }, undefined),
  )
  observer.subscribe(() => {})
  followSite({
    client,
    choices: [],
    page: Object.assign(new EventTarget(), { hidden: false }),
    onUnread: () => {},
    address: `${siteUrl.replace('http', 'ws')}/ws`,
  })
  return observer.fetchOptimistic(observer.options)
}

await Promise.all(Array.from({ length: Number(count) }, openPage))
process.on('message', () => process.send?.(requested))
process.once('disconnect', () => process.exit(0))
process.send?.(requested)
