import { startTransition } from 'react'
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { AnnounceStarted } from './boot/announce-started.tsx'
import { startingEvent } from './boot/start-events.ts'
import type { LinkOutcome } from './features/sign-in/open-link.ts'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { loadPage } from './lazy-pages.tsx'
import { cachePrerenderedData, readPrerenderedData } from './prerender/prerendered-data.ts'
import { SiteRoutes } from './routes.tsx'
import { MarkdownTreesContext } from './ui/markdown/markdown-trees.ts'

type Start = {
  root: Element
  openedLink: Promise<LinkOutcome>
  options: RootOptions
}

/**
 * Renders the site, or hydrates it where the page was prerendered. Data must not change before hydration
 * ends. Everything that changes it (requests, the live connection, the clock, the session) starts in effects,
 * and no effect runs before the whole page is hydrated.
 */
export const startSite = async ({ root, openedLink, options }: Start): Promise<Root> => {
  const client = createQueryClient()
  const prerendered = readPrerenderedData(document)
  const trees = new Map(prerendered?.markdown)
  const site = (
    <AnnounceStarted>
      <ErrorBoundary path="">
        <App client={client} prerenderedAt={prerendered?.renderedAt}>
          <BrowserRouter>
            <MarkdownTreesContext value={{ find: (text) => trees.get(text) }}>
              <SiteRoutes openedLink={openedLink} />
            </MarkdownTreesContext>
          </BrowserRouter>
        </App>
      </ErrorBoundary>
    </AnnounceStarted>
  )
  if (prerendered === null) {
    dispatchEvent(new Event(startingEvent))
    const created = createRoot(root, options)
    created.render(site)
    return created
  }
  await loadPage(location.pathname)
  cachePrerenderedData(client, prerendered, performance.timeOrigin)
  dispatchEvent(new Event(startingEvent))
  const { promise, resolve } = Promise.withResolvers<Root>()
  // As a transition, hydration yields to scrolling and typing.
  startTransition(() => resolve(hydrateRoot(root, site, options)))
  return promise
}
