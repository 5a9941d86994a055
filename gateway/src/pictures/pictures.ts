import { basename } from 'node:path/posix'
import { pathOf } from '@answerable/contracts/route'
import { picturePath, sitePicturePath } from '@answerable/contracts/share'
import { readSubmission, type Submission, submissionId } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import { matches } from '../cache/send-cached.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../identity/client-address.ts'
import type { AnonymousReads } from '../pages/anonymous-reads.ts'
import { readJson } from '../pages/read-json.ts'
import { pictureHeaders } from '../routing/headers.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import type { Endpoint } from '../routing/route-matcher.ts'
import type { DrawnPicture } from './drawn-pictures.ts'
import { type PictureContent, pictureOfSite, pictureOfSubmission } from './picture.ts'

type Handler = (context: RequestContext) => Promise<void>

/** The pictures that other sites show beside links. They read no cookie and are the same for everyone. */
export const pictureEndpoints = (
  config: Config,
  { pictures, limiter }: Pick<Deps, 'pictures' | 'limiter'>,
  read: AnonymousReads,
): Endpoint<Handler>[] => {
  const { host } = new URL(config.PUBLIC_ORIGIN)
  const headers = pictureHeaders(config)
  const ofSite = pictureOfSite(host)

  const readContent = async (
    id: string,
    context: RequestContext,
  ): Promise<PictureContent | Moved> => {
    if (!submissionId.safeParse(id).success) throw new AppError('not_found')
    const address = pathOf(readSubmission, { params: { id } })
    const result = await readJson<Submission>(address, context, read)
    if (result.kind === 'missing') throw new AppError('not_found')
    return result.kind === 'moved'
      ? { movedTo: result.value }
      : pictureOfSubmission(result.body, host)
  }

  /** Counts a drawing against the limits of the visitor, unless it shares one. */
  const draw = async (context: RequestContext, content: PictureContent): Promise<DrawnPicture> => {
    if (pictures.isDrawing(content)) return pictures.draw(content)
    const address = clientAddress(context.request, config.TRUST_PROXY_HOPS)
    const release = limiter.takeSlot('drawings', address)
    try {
      const admission = limiter.admit('pictures', { viewer: null, address })
      // Without a wait, so that requests at the same time find this drawing.
      const { refusal } = admission instanceof Promise ? await admission : admission
      if (refusal !== null) throw refusal
      return await pictures.draw(content)
    } finally {
      // A drawing that goes on after its request keeps the slot.
      void pictures.settled(content).then(release)
    }
  }

  const serveSubmission = async (context: RequestContext): Promise<void> => {
    const id = basename(context.path, '.png')
    const content = await readContent(id, context)
    if ('movedTo' in content) return redirect(context, picturePath(content.movedTo))
    const drawn = pictures.find(content)
    if (drawn !== undefined) return send(context, drawn, headers)
    const picture = await draw(context, content)
    // Throws if the boycott was removed while it was drawn.
    await readContent(id, context)
    send(context, picture, headers)
  }

  const serveSite = async (context: RequestContext): Promise<void> =>
    send(context, pictures.find(ofSite) ?? (await draw(context, ofSite)), headers)

  return [
    { method: 'GET', path: sitePicturePath, target: serveSite },
    { method: 'GET', path: picturePath(':id'), target: serveSubmission },
  ]
}

type Moved = { movedTo: string }

const send = (
  context: RequestContext,
  { etag, png }: DrawnPicture,
  headers: readonly string[],
): void => {
  const { request, response, requestId } = context
  // Proxies must not keep the text beyond a removal.
  const common = [...headers, requestIdHeader, requestId, 'etag', etag, 'cache-control', 'no-cache']
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) {
    response.writeHead(304, common).end()
    return
  }
  respond(
    { ...context, headers: common },
    { status: 200, headers: ['content-type', 'image/png'], body: png },
  )
}

const redirect = (context: RequestContext, location: string): void =>
  respond(context, {
    status: 301,
    headers: ['location', location, 'cache-control', 'no-store'],
    body: '',
  })
