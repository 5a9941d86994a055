import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ClockProvider } from './browser/clock.tsx'
import { ThemeProvider } from './theme/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'

type AppProps = { client: QueryClient; drawnAt?: number | undefined; children: ReactNode }

/** What every page stands on. */
export const App = ({ client, drawnAt, children }: AppProps) => (
  <QueryClientProvider client={client}>
    <ThemeProvider>
      <ToastProvider>
        <ClockProvider start={drawnAt}>{children}</ClockProvider>
      </ToastProvider>
    </ThemeProvider>
  </QueryClientProvider>
)
