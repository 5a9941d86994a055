import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { ClockProvider } from './browser/clock.tsx'
import { takeLinkToken } from './features/sign-in/link-token.ts'
import { VotesProvider } from './features/votes/votes.tsx'
import { routesWith } from './routes.tsx'
import { ThemeProvider } from './theme/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'
import './styles/theme.css'

const linkToken = takeLinkToken(location, history)
const router = createBrowserRouter(routesWith(linkToken))

createRoot(document.querySelector('#root') ?? document.body).render(
  <QueryClientProvider client={createQueryClient()}>
    <ThemeProvider>
      <ToastProvider>
        <VotesProvider>
          <ClockProvider>
            <RouterProvider router={router} />
          </ClockProvider>
        </VotesProvider>
      </ToastProvider>
    </ThemeProvider>
  </QueryClientProvider>,
)
