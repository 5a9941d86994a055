import { isDeepStrictEqual } from 'node:util'
import { boycottPath, pages } from '@answerable/contracts/pages'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'

const compiled = Object.values<Route>(routes).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[0-9A-Za-z_-]+')}$`),
}))

export const pathOf = (target: string): string => target.split('?')[0] ?? ''

/** The path and query of a target, also of one in the absolute form for proxies. */
export const originForm = (target: string): string => {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** The contract of a request, by the simplest possible matching. */
export const routeAt = (method: string, target: string): Route | null => {
  const path = pathOf(target)
  const getMethod = method === 'HEAD' ? 'GET' : method
  const found = compiled.filter(
    ({ route, pattern }) => route.method === getMethod && pattern.test(path),
  )
  // A literal takes precedence over a parameter.
  const literal = found.find(({ route }) => route.path === path) ?? found[0]
  return literal?.route ?? null
}

/** The gateway's reads from the catalog for the page of a submission. */
export const readsBehind = (target: string): readonly string[] => {
  const path = pathOf(target)
  if (path === pages.home) return ['/api/boycotts']
  if (path === pages.businesses) return ['/api/businesses']
  if (path === pages.places) return ['/api/places/counts']
  if (path.startsWith('/places/')) return ['/api/boycotts', '/api/businesses']
  if (path.startsWith('/businesses/')) return [`/api${path}`]
  const [, id] = /^\/boycott\/([0-9A-Za-z]{8})$/.exec(pathOf(target)) ?? []
  if (id === undefined || pathOf(target) !== boycottPath(id)) return []
  return [`/api/boycotts/${id}`, `/api/boycotts/${id}/comments`]
}

/** Whether `url` is `target` with its defaults filled in, as the gateway requests anonymous reads. */
export const isWrittenOut = (url: string, target: string): boolean => {
  const [requested, sent] = [url, target].map(
    (one) => new URLSearchParams(one.slice(pathOf(one).length)),
  )
  if (requested === undefined || sent === undefined || pathOf(url) !== pathOf(target)) return false
  const parsed = routeAt('GET', target)?.query?.safeParse(Object.fromEntries(sent))
  if (parsed?.success !== true) return false
  const complete = Object.entries(parsed.data as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
  return isDeepStrictEqual(
    Object.fromEntries(requested),
    Object.fromEntries(complete as [string, string][]),
  )
}
