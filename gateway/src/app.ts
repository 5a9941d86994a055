import type { RequestListener } from 'node:http'
import { readApiDescription, readApiDocumentation } from '@answerable/contracts/api-description'
import { readMailbox } from '@answerable/contracts/mailbox'
import { pages } from '@answerable/contracts/pages'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { readSiteInformation } from '@answerable/contracts/site'
import { AppError } from '@answerable/service-kit/errors'
import { compileTable, type Endpoint } from '@answerable/service-kit/path-table'
import { answerApiDescription, stylePath } from './api-description/answer.ts'
import { isKeepable, keep } from './cache/keep.ts'
import { type ForwardedRoute, forward } from './calls/forward.ts'
import { notARequest } from './client-errors.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { type Exchange, openExchange, refuse, refuseMethod } from './exchange.ts'
import { answerLive, answerReady } from './health.ts'
import { answerMailbox } from './mailbox.ts'
import { answerBoycottPage, answerOther, answerPage } from './pages/pages.ts'
import {
  answerRobots,
  answerSecurityText,
  robotsPath,
  securityTextPath,
} from './pages/text-files.ts'
import { visitorReads } from './pages/visitor-reads.ts'
import { acceptTarget } from './request-target.ts'
import { answerSiteInformation } from './site-information.ts'

type Answer = (exchange: Exchange) => Promise<void>

const longestUrl = 2_048

/** All that the site answers by HTTP; nothing that is not in this table reaches a service. */
const endpoints = (config: Config, deps: Deps): Endpoint<Answer>[] => {
  const get = (path: string, target: Answer) => ({ method: 'GET', path, target })
  const { boycott, ...plainPages } = pages
  const describe = answerApiDescription(config)
  const read = visitorReads(forwardedRoutes, config, deps)
  return [
    get('/live', answerLive),
    get('/ready', answerReady(Object.values(deps.upstreams))),
    get(robotsPath, answerRobots),
    get(securityTextPath, answerSecurityText(config)),
    get(readSiteInformation.path, answerSiteInformation(config)),
    get(readApiDescription.path, describe('openapi.json')),
    get(readApiDocumentation.path, describe('docs.html')),
    get(stylePath, describe('docs.css')),
    ...forwardedRoutes.map((route) => ({
      method: route.method,
      path: route.path,
      target: (isKeepable(route) ? keep : forward)(route, config, deps),
    })),
    ...(config.mailbox !== 'off' ? [get(readMailbox.path, answerMailbox(config, deps))] : []),
    ...Object.values(plainPages).map((path) => get(path, answerPage(config, deps, read))),
    get(boycott, answerBoycottPage(config, deps, read)),
  ]
}

const isForwarded = (route: Route): route is ForwardedRoute =>
  route.service !== 'gateway' && route.access !== 'internal' && route !== readMailbox

const forwardedRoutes = Object.values<Route>(routes).filter(isForwarded)

export const app = (config: Config, deps: Deps): RequestListener => {
  const lookUp = compileTable(endpoints(config, deps))
  const other = answerOther(deps)

  const answer = async (exchange: Exchange): Promise<void> => {
    const { request, path } = exchange
    if ((request.url ?? '').length > longestUrl) throw new AppError('uri_too_long')
    const match = lookUp(request.method ?? '', path)
    if (match.kind === 'nothing') {
      if (isForPrograms(path)) throw new AppError('not_found')
      return other(exchange)
    }
    exchange.template = match.template
    if (match.kind === 'method') return refuseMethod(exchange, match.allow)
    return match.target(exchange)
  }

  const run = (exchange: Exchange): void => {
    answer(exchange).catch((error: unknown) => refuse(exchange, error))
  }

  return (request, response) => {
    const isAcceptable = acceptTarget(request)
    const exchange = openExchange(request, response, deps)
    if (!isAcceptable) {
      refuse(exchange, new AppError('invalid_request', { message: notARequest }))
      return
    }
    if (deps.observe === null) {
      run(exchange)
      return
    }
    // Traces begin here: what others say of theirs is not believed.
    const origin = { begins: exchange.requestId }
    const template = () => exchange.template
    deps.observe({ request, response, origin, template }, () => run(exchange))
  }
}

/** Where an unknown path is answered in JSON instead of with the 404 page. */
const isForPrograms = (path: string): boolean =>
  path.startsWith('/api/') || path.startsWith('/internal/')
