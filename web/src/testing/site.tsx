import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { cleanup, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { App } from '../app.tsx'
import type { LinkOutcome } from '../features/sign-in/open-link.ts'
import { storeTourEnded } from '../features/tour/tour-flags.ts'
import { SiteRoutes } from '../routes.tsx'

type FakeResponse = { status?: number; body?: unknown; headers?: Record<string, string> }
type Request = { method: string; path: string; body: unknown; headers: Headers }
type Handler = (request: Request) => FakeResponse | Promise<FakeResponse>

export const user = {
  id: '7f0c2f5e-0a3b-4a94-9a3e-0a6f0b7f1c11',
  email: 'margaret.hale@example.org',
  username: 'quiet-heron',
  isAdmin: false,
}

const defaultRoutes: Record<string, Handler> = {
  'GET /api/auth/me': () => ({ body: { user } }),
  'GET /api/auth/geolocation': () => ({
    body: {
      geolocation: { isAllowed: true, jurisdiction: 'fr', country: 'FR' },
      config: { allowedJurisdictions: ['global'] },
    },
  }),
}

/** Fake server: responds by method and path, and records the requests. */
export const fakeServer = (handlers: Record<string, Handler> = {}) => {
  const requests: Request[] = []
  const known = { ...defaultRoutes, ...handlers }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    }
    requests.push(request)
    const handler = known[`${request.method} ${path}`] ?? known[`${request.method} ${bare(path)}`]
    const response = handler ? await handler(request) : { status: 404 }
    return new Response(response.body === undefined ? null : JSON.stringify(response.body), {
      status: response.status ?? 200,
      headers: response.headers ?? {},
    })
  })
  return {
    requests,
    sent: (method: string, path: string) =>
      requests.filter((one) => one.method === method && bare(one.path) === path),
  }
}

export const refusal = (
  status: number,
  code: string,
  message: string,
  fields?: Record<string, string>,
): FakeResponse => ({
  status,
  body: { error: { code, message, requestId: 'r-1', ...(fields ? { fields } : {}) } },
})

type Visit = {
  path?: string
  isSignedIn?: boolean
  isFirst?: boolean
  openedLink?: Promise<LinkOutcome>
}

/** Opens the whole site at a path, signed in or not. The tour opens only on a first visit. */
export const visit = ({
  path = '/',
  isSignedIn = false,
  isFirst = false,
  openedLink,
}: Visit = {}) => {
  if (!isFirst) storeTourEnded('closed')
  if (isSignedIn) setHint('1')
  vi.stubGlobal('WebSocket', QuietSocket)
  window.history.replaceState(null, '', path)
  const client = createQueryClient()
  const link = openedLink ?? Promise.resolve<LinkOutcome>({ kind: 'missing' })
  render(
    <App client={client}>
      <BrowserRouter>
        <SiteRoutes openedLink={link} />
      </BrowserRouter>
    </App>,
  )
  return { client }
}

export const leave = (): void => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  // With Max-Age=0, happy-dom keeps a cookie until the next millisecond.
  setHint('; Max-Age=-1')
}

/** A connection without messages. */
class QuietSocket {
  close(): void {}
}

const bare = (path: string): string => path.split('?')[0] ?? path

export const setHint = (value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: works in every browser under test
  document.cookie = `${sessionHintCookie}=${value}; Path=/`
}
