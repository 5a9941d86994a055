import { pages } from '@answerable/contracts/pages'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'

const named = (method: string, path: string, name: string): [string, string][] => {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  return methods.map((each) => [`${each} ${path}`, name])
}

/** The route label by method and path template: few values, and never user input. */
export const routeNames: ReadonlyMap<string, string> = new Map([
  ...Object.values(pages).flatMap((path) => named('GET', path, 'page')),
  ...named('GET', 'a file', 'file'),
  ...Object.entries<Route>(routes).flatMap(([name, { method, path }]) => named(method, path, name)),
])
