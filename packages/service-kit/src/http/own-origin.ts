const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether an `Origin` header names the site itself. On a development site that is reached by another
 * local name (127.0.0.1 for localhost) the origin's host must be that of the request; a foreign name that
 * resolves to this machine never counts.
 */
export const isOwnOrigin = (
  origin: string,
  site: { publicOrigin: string; host: string | undefined },
): boolean => {
  if (origin === site.publicOrigin) return true
  if (site.publicOrigin.startsWith('https://') || !URL.canParse(origin)) return false
  const { protocol, host, hostname } = new URL(origin)
  return protocol === 'http:' && host === site.host && localNames.has(hostname)
}
