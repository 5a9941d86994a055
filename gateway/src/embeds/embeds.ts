import { boycottPath, personPath } from '@answerable/contracts/pages'
import { pathOf, type RouteResponse } from '@answerable/contracts/route'
import { embedPath, embedSize, readEmbed } from '@answerable/contracts/share'
import { readSubmission, type Submission, submissionId } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { escapeHtml } from '@answerable/service-kit/http/escape-html'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { Config } from '../config.ts'
import type { AnonymousReads } from '../pages/anonymous-reads.ts'
import { readJson } from '../pages/read-json.ts'
import { embedHeaders } from '../routing/headers.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import { embedPage, embedPolicy } from './embed-page.ts'

/** How long other sites may cache it: the frame shows current numbers anyway. */
const cacheSeconds = 3_600

/**
 * The page that other sites may frame. It reads no cookie and is the same for everyone. It has the address of the page
 * of the boycott for search engines, which must not list it.
 */
export const serveEmbed =
  (config: Config, read: AnonymousReads) =>
  async (context: RequestContext): Promise<void> => {
    const { PUBLIC_ORIGIN: origin } = config
    const submission = await findSubmission(context.path.split('/').at(-1) ?? '', context, read)
    const page =
      submission === null ? missingPage : { status: 200, body: embedPage(submission, origin) }
    const own = [...embedHeaders(config, embedPolicy), requestIdHeader, context.requestId]
    respond(
      { ...context, headers: own },
      {
        status: page.status,
        headers: ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'],
        body: page.body,
      },
    )
  }

/** https://oembed.com/: what sites show instead of a link to a boycott. */
export const serveOembed =
  (config: Config, read: AnonymousReads) =>
  async (context: RequestContext): Promise<void> => {
    const { PUBLIC_ORIGIN: origin } = config
    const query = readEmbed.query.safeParse(queryOf(context.request.url ?? ''))
    if (!query.success) throw new AppError('invalid_request')
    const { url, maxwidth, maxheight } = query.data
    const submission = await findSubmission(idIn(url, origin), context, read)
    if (submission === null) throw new AppError('submission_not_found')
    const width = Math.min(embedSize.width, maxwidth ?? embedSize.width)
    const height = Math.min(embedSize.height, maxheight ?? embedSize.height)
    const { targetName, author } = submission
    const body: RouteResponse<typeof readEmbed> = {
      version: '1.0',
      type: 'rich',
      provider_name: 'Answerable',
      provider_url: `${origin}/`,
      title: targetName,
      ...(author === null
        ? {}
        : { author_name: author.username, author_url: `${origin}${personPath(author.username)}` }),
      cache_age: cacheSeconds,
      html: frameOf(submission, { origin, width, height }),
      width,
      height,
    }
    respond(context, {
      status: 200,
      // Proxies must not keep the title and the author beyond a removal.
      headers: ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-cache'],
      body: JSON.stringify(body),
    })
  }

const frameOf = (
  { id, targetName }: Submission,
  { origin, width, height }: { origin: string; width: number; height: number },
): string =>
  [
    `<iframe src="${origin}${embedPath(id)}" width="${width}" height="${height}"`,
    `title="${escapeHtml(targetName)} on Answerable" loading="lazy"`,
    'sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0"></iframe>',
  ].join(' ')

const queryOf = (url: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.split('?').slice(1).join('?')))

/** The id of the boycott whose page has this address; '' for other addresses. */
const idIn = (address: string, origin: string): string => {
  const url = URL.parse(address)
  const id = url?.pathname.split('/').at(-1) ?? ''
  return url?.origin === origin && url.pathname === boycottPath(id) ? id : ''
}

/** Null if there is none in public view. A merged one leads to the other. */
const findSubmission = async (
  id: string,
  context: RequestContext,
  read: AnonymousReads,
): Promise<Submission | null> => {
  if (!submissionId.safeParse(id).success) return null
  const address = pathOf(readSubmission, { params: { id } })
  const result = await readJson<Submission>(address, context, read)
  if (result.kind === 'found') return result.body
  return result.kind === 'moved' && result.value !== id
    ? findSubmission(result.value, context, read)
    : null
}

const missingPage = {
  status: 404,
  body: '<!doctype html><html lang="en"><title>Not found · Answerable</title><p>This boycott does not exist or has been removed.</p></html>',
}
