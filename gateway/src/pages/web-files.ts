import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { ConfigError } from '@answerable/service-kit/config'
import type { Encoding, Variant } from '../routing/content-encoding.ts'

export type WebFile = {
  etag: string
  identity: Variant
  encoded: ReadonlyMap<Encoding, Variant>
}

/** The built web, read once at start: it is small, and its files have hashed names. */
export type WebFiles = {
  /** The HTML document of every page. */
  index: WebFile
  /** Other files by URL path. */
  files: ReadonlyMap<string, WebFile>
}

export const assetsPath = '/assets/'

const indexPath = '/index.html'
const compressed = new Map<string, Encoding>([
  ['.br', 'br'],
  ['.gz', 'gzip'],
])

export const loadWebFiles = async (directory: string): Promise<WebFiles> => {
  const contents = await readAll(directory).catch((cause: unknown) => {
    throw new ConfigError('Invalid settings: WEB_DIR cannot be read', { cause })
  })
  const files = new Map(
    [...contents.keys()]
      .filter((path) => !compressed.has(extname(path)))
      .map((path) => [path, webFileOf(path, contents)]),
  )
  const index = files.get(indexPath)
  if (index === undefined) {
    throw new ConfigError('Invalid settings: WEB_DIR has no web build (index.html is missing)')
  }
  files.delete(indexPath)
  return { index, files }
}

const readAll = async (directory: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(directory, path)
          .split(sep)
          .some((part) => part.startsWith('.')),
    )
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, Buffer]> => {
        const urlPath = `/${relative(directory, path).split(sep).join('/')}`
        return [urlPath, await readFile(path)]
      }),
    ),
  )
}

/** A file with its compressed variants (.br, .gz). */
export const webFileOf = (path: string, contents: ReadonlyMap<string, Buffer>): WebFile => {
  const plain = contents.get(path) ?? Buffer.alloc(0)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const headers = [
    'content-type',
    contentTypes.get(extname(path)) ?? 'application/octet-stream',
    'cache-control',
    path.startsWith(assetsPath) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'etag',
    etag,
    'vary',
    // Visitors get prerendered pages, members do not.
    extname(path) === '.html' ? 'cookie, accept-encoding' : 'accept-encoding',
  ]
  const encoded = new Map<Encoding, Variant>()
  for (const [ending, encoding] of compressed) {
    const body = contents.get(`${path}${ending}`)
    if (body === undefined) continue
    encoded.set(encoding, { headers: [...headers, 'content-encoding', encoding], body })
  }
  return { etag, identity: { headers, body: plain }, encoded }
}

const contentTypes = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.jpg', 'image/jpeg'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
])
