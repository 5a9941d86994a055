import { parse as parseQuery } from 'node:querystring'
import type { RouteRequest } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { listSubmissions, listSubmissionsTogether } from '@answerable/contracts/submissions'
import { type PassportKeys, verifyPassport } from '@answerable/service-kit/calls/passport'
import { AppError, errorBodyOf, toAppError } from '@answerable/service-kit/errors'
import { publicErrors } from '@answerable/service-kit/http/error-handler'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { parseInput, type Router, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import type { FeedPage } from './feed.ts'

type Query = RouteRequest<typeof listSubmissions>['query']

export const headersOfPage = (
  query: Query,
  viewer: Viewer | null,
  { total, digest }: FeedPage,
): Readonly<Record<string, string>> => ({
  ...pageHeaders(listSubmissions.path, query, total),
  ...anonymousCacheControl(viewer, digest),
})

type Response = { status: number; headers: Record<string, string>; parts: readonly Buffer[] }

/** Serves one page to several viewers. */
export const pagesTogether = (
  router: Router,
  keys: PassportKeys,
  { feed, log }: Pick<Deps, 'feed' | 'log'>,
): void => {
  const publicError = publicErrors(log)

  const refusal = (error: unknown, requestId: string): Response => {
    const appError = publicError(error, requestId)
    const { status, retryAfterSeconds } = appError
    return {
      status,
      headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
      parts: [Buffer.from(JSON.stringify(errorBodyOf(appError, requestId)))],
    }
  }

  serve(router, listSubmissionsTogether, async ({ body: { path, reads } }) => {
    const query = queryOf(path)
    if (query instanceof AppError) {
      return inParts(reads.map(({ requestId }) => refusal(query, requestId)))
    }
    const call = { audience: 'catalog', method: listSubmissions.method, path } as const
    const passports = reads.map(({ passport }) => verifyPassport(keys, passport, call))
    const viewers = passports.flatMap((passport) => (passport === null ? [] : [passport.viewer]))
    const pageOf = await feed.read(query, viewers.map(idOf)).catch(toAppError)
    return inParts(
      reads.map(({ requestId }, at) => {
        const passport = passports[at] ?? null
        if (passport === null) return refusal(new AppError('passport_refused'), requestId)
        if (pageOf instanceof AppError) return refusal(pageOf, requestId)
        const { viewer } = passport
        const page = pageOf(idOf(viewer))
        return { status: 200, headers: headersOfPage(query, viewer, page), parts: page.parts }
      }),
    )
  })
}

const idOf = (viewer: Viewer | null): string | null => viewer?.id ?? null

/** The query of a path, or why it has none. */
const queryOf = (path: string): Query | AppError => {
  const [target, ...search] = path.split('?')
  if (target !== listSubmissions.path) return new AppError('not_found')
  try {
    return parseInput(listSubmissions.query, parseQuery(search.join('?')))
  } catch (error) {
    return toAppError(error)
  }
}

/** Sends each part once. */
const inParts = (responses: readonly Response[]) => {
  const places = new Map<Buffer, number>()
  const placeOf = (part: Buffer): number => {
    const place = places.get(part) ?? places.size
    places.set(part, place)
    return place
  }
  return {
    responses: responses.map(({ status, headers, parts }) => ({
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: parts.map(placeOf),
    })),
    parts: [...places.keys()].map(String),
  }
}
