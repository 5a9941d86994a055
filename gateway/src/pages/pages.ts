import { pathOf } from '@answerable/contracts/route'
import { readSubmission, submissionId } from '@answerable/contracts/submissions'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/http-app'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { identify, mayBeMember } from '../identity/identity.ts'
import { passportFor } from '../identity/passport.ts'
import { type RequestContext, refuseMethod, respond } from '../routing/request-context.ts'
import { anonymousPage, soon } from './anonymous-page.ts'
import type { AnonymousReads } from './anonymous-reads.ts'
import { serveFile } from './serve-file.ts'
import { assetsPath } from './web-files.ts'

type Web = Pick<Deps, 'web' | 'drawn' | 'fileHeaders'>
type Catalog = Pick<Deps, 'upstreams' | 'sessions'>

const askTimeoutMilliseconds = 500

/** Visitors get a page with what it shows, everybody else draws it in the browser. */
export const servePage =
  (config: Config, deps: Web, read: AnonymousReads) =>
  async (exchange: RequestContext): Promise<void> => {
    const { drawn } = deps
    const isVisitors = drawn !== null && !mayBeMember(exchange.request, config)
    const file = isVisitors ? await anonymousPage(exchange, drawn, read) : null
    if (file === null) sendPage(exchange, deps, 200)
    else serveFile(exchange, file, 200)
  }

/** The page of a submission, with status 404 when there is none that the viewer may see. */
export const serveBoycottPage = (config: Config, deps: Web & Catalog, read: AnonymousReads) => {
  const answer = servePage(config, deps, read)
  return async (exchange: RequestContext): Promise<void> => {
    const id = submissionId.safeParse(exchange.path.split('/').at(-1))
    const isMissing =
      !id.success ||
      (mayBeMember(exchange.request, config)
        ? await isKnownMissing(id.data, { exchange, config, deps })
        : await isMissingForAnonymous(id.data, exchange, read))
    if (isMissing) sendPage(exchange, deps, 404)
    else await answer(exchange)
  }
}

/** Any path that no table knows: a file of the web, or the 404 page. */
export const serveFallback =
  (deps: Omit<Web, 'drawn'>) =>
  async (exchange: RequestContext): Promise<void> => {
    const { request, path } = exchange
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(exchange, 'GET, HEAD')
      return
    }
    const file = deps.web?.files.get(path)
    if (file !== undefined) {
      exchange.template = 'a file'
      const headers = [...deps.fileHeaders, requestIdHeader, exchange.requestId]
      serveFile({ ...exchange, headers }, file, 200)
    } else if (path.startsWith(assetsPath)) serveMissingAsset(exchange)
    else sendPage(exchange, deps, 404)
  }

const sendPage = (exchange: RequestContext, { web }: Pick<Web, 'web'>, status: 200 | 404): void => {
  if (web === null) throw new AppError('not_found')
  serveFile(exchange, web.index, status)
}

/** A browser that asks for a file of an older build must not be given the page in its place. */
const serveMissingAsset = (exchange: RequestContext): void =>
  respond(exchange, {
    status: 404,
    headers: ['content-type', 'text/plain; charset=utf-8', 'cache-control', 'no-store'],
    body: 'Not found',
  })

/** False as well while the catalog does not tell. */
const isMissingForAnonymous = async (
  id: string,
  exchange: RequestContext,
  read: AnonymousReads,
): Promise<boolean> => {
  const outcome = await soon(read(exchange, pathOf(readSubmission, { params: { id } })))
  return outcome?.kind === 'other' && outcome.answer.status === 404
}

/** The same for one who may be a member: authors see what is removed. */
const isKnownMissing = async (
  id: string,
  { exchange, config, deps }: { exchange: RequestContext; config: Config; deps: Catalog },
): Promise<boolean> => {
  const { request, response, requestId } = exchange
  const viewer = await identify({ request, requestId, access: 'public' }, config, deps.sessions)
  const path = pathOf(readSubmission, { params: { id } })
  const passport = passportFor(
    request,
    { audience: 'catalog', method: 'GET', path, viewer },
    config,
  )
  const headers = [passportHeader, passport, requestIdHeader, requestId]
  let isMissing = false
  const sink = {
    start: (status: number) => {
      isMissing = status === 404
    },
    data: () => {},
    end: () => {},
    abortable: (abort: () => void) => response.once('close', abort),
  }
  const call = { method: 'GET', path, headers, body: null } as const
  return deps.upstreams.catalog.read(call, sink, askTimeoutMilliseconds).then(
    () => isMissing,
    () => false,
  )
}
