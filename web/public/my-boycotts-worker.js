// Serves /my-boycotts without a connection, from the cache that the page fills (kept-list.ts). Every request goes to the
// network first, so that a new release is never replaced by an old one. All other requests are left to the browser.
const cacheName = 'answerable-my-boycotts'
const page = '/my-boycotts'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === page) event.respondWith(documentOf(request))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fileOf(request))
  }
})

const kept = (path) => caches.match(path, { cacheName, ignoreVary: true })

const documentOf = (request) =>
  fetch(request).catch(async (error) => {
    const response = await kept(page)
    if (response === undefined) throw error
    return response
  })

/** A kept document may name files that a new release no longer has. */
const fileOf = async (request) => {
  const path = new URL(request.url).pathname
  try {
    const response = await fetch(request)
    return response.ok ? response : ((await kept(path)) ?? response)
  } catch (error) {
    const response = await kept(path)
    if (response === undefined) throw error
    return response
  }
}
