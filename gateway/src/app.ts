import type { RequestListener } from 'node:http'
import { readApiDescription, readApiDocumentation } from '@answerable/contracts/api-description'
import { readMailbox } from '@answerable/contracts/mailbox'
import {
  openDataFiles,
  readOpenData,
  readOpenDataFile,
  readOpenDataKey,
} from '@answerable/contracts/open-data'
import { pages } from '@answerable/contracts/pages'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { embedPath, readEmbed } from '@answerable/contracts/share'
import { readSiteInformation } from '@answerable/contracts/site'
import { AppError } from '@answerable/service-kit/errors'
import { cachedRead, isCacheable } from './cache/cached-read.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { serveEmbed, serveOembed } from './embeds/embeds.ts'
import { feedEndpoints } from './feeds/feeds.ts'
import { serveMailbox } from './mailbox/mailbox.ts'
import { serveOpenData, servePublicKey, serveSnapshotFile } from './open-data/serve-open-data.ts'
import { scriptPath, serveApiDescription, stylePath } from './openapi/serve-description.ts'
import { anonymousReads } from './pages/anonymous-reads.ts'
import {
  serveBoycottPage,
  serveBusinessPage,
  serveCountryPage,
  serveFallback,
  servePage,
  servePersonPage,
} from './pages/pages.ts'
import { robotsPath, securityTextPath, serveRobots, serveSecurityText } from './pages/text-files.ts'
import { pictureEndpoints } from './pictures/pictures.ts'
import { invalidHttpMessage } from './routing/client-errors.ts'
import { serveLiveness, serveReadiness } from './routing/health.ts'
import {
  openContext,
  type RequestContext,
  refuse,
  refuseMethod,
} from './routing/request-context.ts'
import { acceptTarget } from './routing/request-target.ts'
import { compileRoutes, type Endpoint } from './routing/route-matcher.ts'
import { serveSiteInformation } from './site-information/site-information.ts'
import { sitemapEndpoints } from './sitemaps/sitemaps.ts'
import { type ForwardedRoute, forward } from './upstream/forward.ts'

type Handler = (context: RequestContext) => Promise<void>

const maxUrlLength = 2_048

/** Every HTTP endpoint of the site. Only routes in this table reach a service. */
const endpoints = (config: Config, deps: Deps): Endpoint<Handler>[] => {
  const get = (path: string, target: Handler) => ({ method: 'GET', path, target })
  const { boycott, business, country, person, ...plainPages } = pages
  const describe = serveApiDescription(config)
  const read = anonymousReads(forwardedRoutes, config, deps)
  return [
    get('/live', serveLiveness),
    get('/ready', serveReadiness(Object.values(deps.upstreams))),
    get(robotsPath, serveRobots(config)),
    get(securityTextPath, serveSecurityText(config)),
    ...sitemapEndpoints(config, deps),
    ...feedEndpoints(config, deps, read),
    get(readSiteInformation.path, serveSiteInformation(config)),
    get(readApiDescription.path, describe('openapi.json')),
    get(readApiDocumentation.path, describe('docs.html')),
    get(readOpenData.path, serveOpenData(deps.snapshots)),
    get(readOpenDataKey.path, servePublicKey(deps.snapshots)),
    // A parameter of a path has no dot.
    ...openDataFiles.map((file) =>
      get(readOpenDataFile.path.replace(':file', file), serveSnapshotFile(config, deps, file)),
    ),
    get(stylePath, describe('docs.css')),
    get(scriptPath, describe('docs.js')),
    get(readEmbed.path, serveOembed(config, read)),
    get(embedPath(':id'), serveEmbed(config, read)),
    ...pictureEndpoints(config, deps, read),
    ...forwardedRoutes.map((route) => ({
      method: route.method,
      path: route.path,
      target: (isCacheable(route) ? cachedRead : forward)(route, config, deps),
    })),
    ...(config.mailbox !== 'off' ? [get(readMailbox.path, serveMailbox(config, deps))] : []),
    ...Object.values(plainPages).map((path) => get(path, servePage(config, deps, read))),
    get(boycott, serveBoycottPage(config, deps, read)),
    get(business, serveBusinessPage(config, deps, read)),
    get(country, serveCountryPage(config, deps, read)),
    get(person, servePersonPage(config, deps, read)),
  ]
}

const isForwarded = (route: Route): route is ForwardedRoute =>
  route.service !== 'gateway' && route.access !== 'internal' && route !== readMailbox

const forwardedRoutes = Object.values<Route>(routes).filter(isForwarded)

export const app = (config: Config, deps: Deps): RequestListener => {
  const lookUp = compileRoutes(endpoints(config, deps))
  const fallback = serveFallback(deps)

  const handle = async (context: RequestContext): Promise<void> => {
    const { request, path } = context
    if ((request.url ?? '').length > maxUrlLength) throw new AppError('uri_too_long')
    const match = lookUp(request.method ?? '', path)
    if (match.kind === 'nothing') {
      if (isApiPath(path)) throw new AppError('not_found')
      return fallback(context)
    }
    context.template = match.template
    if (match.kind === 'method') return refuseMethod(context, match.allow)
    return match.target(context)
  }

  const run = (context: RequestContext): void => {
    handle(context).catch((error: unknown) => refuse(context, error))
  }

  return (request, response) => {
    const isAcceptable = acceptTarget(request)
    const context = openContext(request, response, deps)
    if (!isAcceptable) {
      refuse(context, new AppError('invalid_request', { message: invalidHttpMessage }))
      return
    }
    if (deps.observe === null) {
      run(context)
      return
    }
    // Traces begin here: trace headers of clients are not trusted.
    const origin = { begins: context.requestId }
    const template = () => context.template
    deps.observe({ request, response, origin, template }, () => run(context))
  }
}

/** Unknown paths here get a JSON error instead of the 404 page. */
const isApiPath = (path: string): boolean =>
  path.startsWith('/api/') || path.startsWith('/internal/')
