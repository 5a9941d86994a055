import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { routes } from '@answerable/contracts/routes'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { Config } from '../config.ts'
import { sessionCookieOf } from '../identity/identity.ts'
import { serveFile } from '../pages/serve-file.ts'
import { type WebFile, webFileOf } from '../pages/web-files.ts'
import { securityHeaders } from '../routing/headers.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { describeApi } from './document.ts'
import { pageOf } from './page.ts'

/** Stylesheet and script of the API page. */
export const stylePath = '/api/docs.css'
export const scriptPath = '/api/docs.js'

/** The page loads these two files and nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Name = 'openapi.json' | 'docs.html' | 'docs.css' | 'docs.js'

/** Serves the API description and its page, which are built on first use. */
export const serveApiDescription = (config: Pick<Config, 'PUBLIC_ORIGIN'>) => {
  const ownHeaders = securityHeaders(config, contentSecurityPolicy)
  let files: Promise<Record<Name, WebFile>> | null = null
  return (name: Name) =>
    async (context: RequestContext): Promise<void> => {
      files ??= buildFiles(sessionCookieOf(config))
      const headers = [...ownHeaders, requestIdHeader, context.requestId]
      serveFile({ ...context, headers }, (await files)[name], 200)
    }
}

const buildFiles = async (sessionCookie: string): Promise<Record<Name, WebFile>> => {
  const description = describeApi(routes, sessionCookie)
  const page = pageOf(description, { style: stylePath, script: scriptPath })
  return {
    'openapi.json': await fileOf('openapi.json', JSON.stringify(description)),
    'docs.html': await fileOf('docs.html', page),
    'docs.css': await fileOf('docs.css', await readFile(join(import.meta.dirname, 'page.css'))),
    'docs.js': await fileOf('docs.js', await readFile(join(import.meta.dirname, 'page.js'))),
  }
}

const compress = promisify(brotliCompress)
/** The highest level takes 15 times as long for 7 % less. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

const fileOf = async (name: Name, content: string | Buffer): Promise<WebFile> => {
  const plain = Buffer.from(content)
  const contents = new Map([
    [name, plain],
    [`${name}.br`, await compress(plain, { params })],
  ])
  return webFileOf(name, contents)
}
