import { pathOf } from '@answerable/contracts/route'
import { readSubmission, submissionId } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http-app'
import { passportHeader } from '@answerable/service-kit/passport'
import { identify, mayBeMember } from '../callers/identity.ts'
import { passportFor } from '../callers/passport.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { answerWith, type Exchange, refuseMethod } from '../exchange.ts'
import { answerFile } from './answer-file.ts'
import { soon, visitorPage } from './visitor-page.ts'
import type { VisitorReads } from './visitor-reads.ts'
import { assetsPath } from './web-files.ts'

type Web = Pick<Deps, 'web' | 'drawn' | 'fileHeaders'>
type Catalog = Pick<Deps, 'upstreams' | 'sessions'>

const askTimeoutMilliseconds = 500

/** Visitors get a page with what it shows, everybody else draws it in the browser. */
export const answerPage =
  (config: Config, deps: Web, read: VisitorReads) =>
  async (exchange: Exchange): Promise<void> => {
    const { drawn } = deps
    const isVisitors = drawn !== null && !mayBeMember(exchange.request, config)
    const file = isVisitors ? await visitorPage(exchange, drawn, read) : null
    if (file === null) sendPage(exchange, deps, 200)
    else answerFile(exchange, file, 200)
  }

/** The page of a submission, with status 404 when there is none that the viewer may see. */
export const answerBoycottPage = (config: Config, deps: Web & Catalog, read: VisitorReads) => {
  const answer = answerPage(config, deps, read)
  return async (exchange: Exchange): Promise<void> => {
    const id = submissionId.safeParse(exchange.path.split('/').at(-1))
    const isMissing =
      !id.success ||
      (mayBeMember(exchange.request, config)
        ? await isKnownMissing(id.data, { exchange, config, deps })
        : await isMissingToVisitors(id.data, exchange, read))
    if (isMissing) sendPage(exchange, deps, 404)
    else await answer(exchange)
  }
}

/** Any path that no table knows: a file of the web, or the 404 page. */
export const answerOther =
  (deps: Omit<Web, 'drawn'>) =>
  async (exchange: Exchange): Promise<void> => {
    const { request, path } = exchange
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(exchange, 'GET, HEAD')
      return
    }
    const file = deps.web?.files.get(path)
    if (file !== undefined) {
      exchange.template = 'a file'
      const headers = [...deps.fileHeaders, requestIdHeader, exchange.requestId]
      answerFile({ ...exchange, headers }, file, 200)
    } else if (path.startsWith(assetsPath)) answerMissingAsset(exchange)
    else sendPage(exchange, deps, 404)
  }

const sendPage = (exchange: Exchange, { web }: Pick<Web, 'web'>, status: 200 | 404): void => {
  if (web === null) throw new AppError('not_found')
  answerFile(exchange, web.index, status)
}

/** A browser that asks for a file of an older build must not be given the page in its place. */
const answerMissingAsset = (exchange: Exchange): void =>
  answerWith(exchange, {
    status: 404,
    headers: ['content-type', 'text/plain; charset=utf-8', 'cache-control', 'no-store'],
    body: 'Not found',
  })

/** False as well while the catalog does not tell. */
const isMissingToVisitors = async (
  id: string,
  exchange: Exchange,
  read: VisitorReads,
): Promise<boolean> => {
  const landing = await soon(read(exchange, pathOf(readSubmission, { params: { id } })))
  return landing?.kind === 'other' && landing.answer.status === 404
}

/** The same for one who may be a member: authors see what is removed. */
const isKnownMissing = async (
  id: string,
  { exchange, config, deps }: { exchange: Exchange; config: Config; deps: Catalog },
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
