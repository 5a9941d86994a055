import { boycottPath } from '@answerable/contracts/pages'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'

const compiled = Object.values<Route>(routes).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[0-9A-Za-z_-]+')}$`),
}))

export const pathOf = (target: string): string => target.split('?')[0] ?? ''

/** The contract of a request, read in the plainest way there is. */
export const routeAt = (method: string, target: string): Route | null => {
  const path = pathOf(target)
  const asked = method === 'HEAD' ? 'GET' : method
  const found = compiled.filter(
    ({ route, pattern }) => route.method === asked && pattern.test(path),
  )
  // A literal goes before a parameter.
  const literal = found.find(({ route }) => route.path === path) ?? found[0]
  return literal?.route ?? null
}

/** What the gateway asks the catalog for when it is asked for the page of a submission. */
export const boycottBehind = (target: string): string | null => {
  const [, id] = /^\/boycott\/([0-9A-Za-z]{8})$/.exec(pathOf(target)) ?? []
  return id !== undefined && pathOf(target) === boycottPath(id) ? `/api/boycotts/${id}` : null
}
