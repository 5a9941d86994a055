import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { openLink } from './features/sign-in/open-link.ts'
import { SiteRoutes } from './routes.tsx'
import './styles/theme.css'

const openedLink = openLink(takeLinkToken(location, history))

createRoot(document.querySelector('#root') ?? document.body).render(
  <App client={createQueryClient()}>
    <BrowserRouter>
      <SiteRoutes openedLink={openedLink} />
    </BrowserRouter>
  </App>,
)
