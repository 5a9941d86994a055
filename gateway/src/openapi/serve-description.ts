import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { routes } from '@answerable/contracts/routes'
import type { Config } from '../config.ts'
import { sessionCookieOf } from '../identity/identity.ts'
import { serveFile } from '../pages/serve-file.ts'
import { type WebFile, webFileOf } from '../pages/web-files.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { describeApi } from './document.ts'
import { pageOf } from './page.ts'

/** Stylesheet of the API page. */
export const stylePath = '/api/docs.css'

type Name = 'openapi.json' | 'docs.html' | 'docs.css'

/** Serves the API description and its page, which are built on first use. */
export const serveApiDescription = (config: Pick<Config, 'PUBLIC_ORIGIN'>) => {
  let files: Promise<Record<Name, WebFile>> | null = null
  return (name: Name) =>
    async (context: RequestContext): Promise<void> => {
      files ??= makeFiles(sessionCookieOf(config))
      serveFile(context, (await files)[name], 200)
    }
}

const makeFiles = async (sessionCookie: string): Promise<Record<Name, WebFile>> => {
  const description = describeApi(routes, sessionCookie)
  return {
    'openapi.json': await fileOf('openapi.json', JSON.stringify(description)),
    'docs.html': await fileOf('docs.html', pageOf(description, stylePath)),
    'docs.css': await fileOf('docs.css', await readFile(join(import.meta.dirname, 'page.css'))),
  }
}

const compress = promisify(brotliCompress)

const fileOf = async (name: Name, content: string | Buffer): Promise<WebFile> => {
  const plain = Buffer.from(content)
  const contents = new Map([
    [name, plain],
    [`${name}.br`, await compress(plain)],
  ])
  return webFileOf(name, contents)
}
