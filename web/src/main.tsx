import { startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { keepFirstData, readFirstData } from './advance/first-data.ts'
import { TellStarted } from './advance/started.tsx'
import { startingEvent } from './advance/started-event.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { startErrorRecovery } from './features/error-recovery/error-recovery.ts'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { openLink } from './features/sign-in/open-link.ts'
import { BrokenPage } from './frame/broken-page.tsx'
import { loadPage } from './later-pages.tsx'
import { SiteRoutes } from './routes.tsx'
import './styles/theme.css'

const openedLink = openLink(takeLinkToken(location, history))

const recovery = startErrorRecovery()

const options: RootOptions = {
  onCaughtError: (error) => {
    console.error(error)
    recovery.report(error)
  },
}
const root = document.querySelector('#root') ?? document.body
const client = createQueryClient()
const firstData = readFirstData(document)

const site = (
  <TellStarted>
    <BrokenPage path="">
      <App client={client} drawnAt={firstData?.drawnAt}>
        <BrowserRouter>
          <SiteRoutes openedLink={openedLink} />
        </BrowserRouter>
      </App>
    </BrokenPage>
  </TellStarted>
)

/** Not by waiting at the top level: the code of pages imports from this very file's, and would wait for it. */
const start = async (): Promise<void> => {
  if (firstData === null) {
    dispatchEvent(new Event(startingEvent))
    createRoot(root, options).render(site)
    return
  }
  await loadPage(location.pathname)
  keepFirstData(client, firstData)
  dispatchEvent(new Event(startingEvent))
  // In small steps, between which the browser answers who scrolls or types.
  startTransition(() => {
    hydrateRoot(root, site, {
      ...options,
      // The page is drawn anew in the browser and works; that it was drawn otherwise is a fault of ours.
      onRecoverableError: (error) => console.error(error),
    })
  })
}

void start()
