import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { ClockProvider } from './browser/clock.tsx'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { openLink } from './features/sign-in/open-link.ts'
import { VotesProvider } from './features/votes/votes.tsx'
import { SiteRoutes } from './routes.tsx'
import { ThemeProvider } from './theme/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'
import './styles/theme.css'

const openedLink = openLink(takeLinkToken(location, history))

createRoot(document.querySelector('#root') ?? document.body).render(
  <QueryClientProvider client={createQueryClient()}>
    <ThemeProvider>
      <ToastProvider>
        <VotesProvider>
          <ClockProvider>
            <BrowserRouter>
              <SiteRoutes openedLink={openedLink} />
            </BrowserRouter>
          </ClockProvider>
        </VotesProvider>
      </ToastProvider>
    </ThemeProvider>
  </QueryClientProvider>,
)
