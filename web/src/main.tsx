import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { startErrorRecovery } from './features/error-recovery/error-recovery.ts'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { openLink } from './features/sign-in/open-link.ts'
import { BrokenPage } from './frame/broken-page.tsx'
import { SiteRoutes } from './routes.tsx'
import './styles/theme.css'

const openedLink = openLink(takeLinkToken(location, history))

const recovery = startErrorRecovery()

createRoot(document.querySelector('#root') ?? document.body, {
  onCaughtError: (error) => {
    console.error(error)
    recovery.report(error)
  },
}).render(
  <BrokenPage path="">
    <App client={createQueryClient()}>
      <BrowserRouter>
        <SiteRoutes openedLink={openedLink} />
      </BrowserRouter>
    </App>
  </BrokenPage>,
)
