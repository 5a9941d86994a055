import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { snapshotName } from '@answerable/contracts/open-data'
import { AppError } from '@answerable/service-kit/errors'
import type { ByteRange } from '@answerable/service-kit/snapshot-store/snapshot-store'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../identity/client-address.ts'
import { type RequestContext, respond, respondJson } from '../routing/request-context.ts'
import { rangeOf } from './byte-range.ts'
import type { Snapshots } from './snapshots.ts'

type OptionalSnapshots = Snapshots | null

/** The manifest of the latest snapshot. */
export const serveOpenData =
  (snapshots: OptionalSnapshots) =>
  async (context: RequestContext): Promise<void> => {
    const [latest, ...earlier] = (await snapshots?.names()) ?? []
    const manifest =
      snapshots === null || latest === undefined ? null : await snapshots.manifest(latest)
    respondJson(context, 200, { manifest, earlier })
  }

/** The public key of the latest snapshot, at an address that does not change. */
export const servePublicKey =
  (snapshots: OptionalSnapshots) =>
  async (context: RequestContext): Promise<void> => {
    const [latest] = (await snapshots?.names()) ?? []
    if (snapshots === null || latest === undefined) throw new AppError('snapshot_not_found')
    const { publicKey } = await snapshots.manifest(latest)
    respond(context, {
      status: 200,
      headers: ['content-type', 'application/x-pem-file', 'cache-control', 'no-cache'],
      body: publicKey,
    })
  }

/** One file of the snapshot that the path names. A network reads a few at once. */
export const serveSnapshotFile =
  (config: Config, { snapshots, limiter }: Pick<Deps, 'snapshots' | 'limiter'>, file: string) =>
  async (context: RequestContext): Promise<void> => {
    const { request, response } = context
    const name = snapshotName.safeParse(context.path.split('/').at(-2))
    const size = snapshots !== null && name.success ? await snapshots.size(name.data, file) : null
    if (snapshots === null || !name.success || size === null)
      throw new AppError('snapshot_not_found')
    // A snapshot never changes.
    const etag = `"${name.data}-${file}"`
    const headers = [...context.headers, ...fileHeaders(name.data, file), 'etag', etag]
    const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range: asked } = request.headers
    if (ifNoneMatch?.split(',').some((entry) => entry.trim() === etag) === true) {
      response.writeHead(304, headers).end()
      return
    }
    const range = ifRange === undefined || ifRange === etag ? rangeOf(asked, size) : 'whole'
    if (range === 'outside') {
      response.writeHead(416, [...headers, 'content-range', `bytes */${size}`]).end()
      return
    }
    const part: ByteRange = range === 'whole' ? { start: 0, end: size - 1 } : range
    const start = () =>
      response.writeHead(range === 'whole' ? 200 : 206, [
        ...headers,
        ...(range === 'whole' ? [] : ['content-range', `bytes ${part.start}-${part.end}/${size}`]),
        ...['content-length', String(part.end - part.start + 1)],
      ])
    if (request.method === 'HEAD') {
      start().end()
      return
    }
    const address = clientAddress(request, config.TRUST_PROXY_HOPS)
    const release = limiter.takeSlot('downloads', address)
    try {
      const content = await snapshots.read(name.data, file, part)
      response.setTimeout(stalledMilliseconds, () => response.destroy())
      await pipeline(content, start())
    } finally {
      release()
    }
  }

/** A reader that takes nothing for this long is given up. */
const stalledMilliseconds = 30_000

/** A day, so that a snapshot that the operator deletes does not stay in caches. */
const fileHeaders = (snapshot: string, file: string): string[] => [
  ...['content-type', contentTypes[extname(file)] ?? 'application/octet-stream'],
  ...['content-disposition', `attachment; filename="${snapshot}-${file}"`],
  ...['cache-control', 'public, max-age=86400', 'accept-ranges', 'bytes'],
]

const contentTypes: Readonly<Record<string, string>> = {
  '.gz': 'application/gzip',
  '.json': 'application/json; charset=utf-8',
}
