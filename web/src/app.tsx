import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ClockProvider } from './platform/clock.tsx'
import { HydrationProvider } from './platform/hydrated.tsx'
import { ThemeProvider } from './theme/theme.tsx'
import { ToastProvider } from './ui/toast.tsx'

type AppProps = {
  client: QueryClient
  /** When the page was prerendered, if it was. In milliseconds since 1970. */
  prerenderedAt?: number | undefined
  children: ReactNode
}

/** Providers that every page needs. */
export const App = ({ client, prerenderedAt, children }: AppProps) => (
  <QueryClientProvider client={client}>
    <HydrationProvider isPrerendered={prerenderedAt !== undefined}>
      <ThemeProvider>
        <ToastProvider>
          <ClockProvider start={prerenderedAt}>{children}</ClockProvider>
        </ToastProvider>
      </ThemeProvider>
    </HydrationProvider>
  </QueryClientProvider>
)
