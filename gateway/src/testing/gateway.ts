import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Bus } from '@answerable/service-kit/bus/bus'
import type { Environment } from '@answerable/service-kit/config'
import { startBareTestService } from '@answerable/service-kit/testing/service'
import { gateway } from '../service.ts'
import { resolvedBy } from './callers.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

export type TestResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  body: unknown
}

type TestRequest = {
  method?: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string
  /** Default: a new connection. */
  agent?: Agent | false
}

export type TestGateway = {
  url: string
  bus: Bus
  auth: StandIn
  catalog: StandIn
  moderation: StandIn
  diagnostics: StandIn
  notifications: StandIn
  evidence: StandIn
  /** Sends a request exactly as written, whatever its path. */
  request: (options: TestRequest) => Promise<TestResponse>
  stop: () => Promise<void>
}

export const pageText = '<!doctype html><title>Answerable</title>'
export const scriptText = 'console.log("hello")'

/** The real gateway with fake services and a small built web. */
export const startTestGateway = async (
  environment: Environment = {},
  definition = gateway,
): Promise<TestGateway> => {
  const [auth, catalog, moderation, diagnostics, notifications, evidence, realtime] =
    await Promise.all([
      startStandIn('auth'),
      startStandIn('catalog'),
      startStandIn('moderation'),
      startStandIn('diagnostics'),
      startStandIn('notifications'),
      startStandIn('evidence'),
      startStandIn('realtime'),
    ])
  auth.replyWith(resolvedBy(() => null))
  const webDirectory = await writeWeb()
  const service = await startBareTestService(definition, {
    AUTH_URL: auth.url,
    CATALOG_URL: catalog.url,
    MODERATION_URL: moderation.url,
    DIAGNOSTICS_URL: diagnostics.url,
    NOTIFICATIONS_URL: notifications.url,
    EVIDENCE_URL: evidence.url,
    REALTIME_URL: realtime.url,
    WEB_DIR: webDirectory,
    ...environment,
  })
  return {
    url: service.url,
    bus: service.bus,
    auth,
    catalog,
    moderation,
    diagnostics,
    notifications,
    evidence,
    request: (options) => send(service.url, options),
    stop: async () => {
      await service.stop()
      const standIns = [auth, catalog, moderation, diagnostics, notifications, evidence, realtime]
      await Promise.all(standIns.map((standIn) => standIn.stop()))
      await rm(webDirectory, { recursive: true })
    },
  }
}

const send = (url: string, options: TestRequest): Promise<TestResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const call = request(
      {
        hostname,
        port,
        method: options.method ?? 'GET',
        path: options.path,
        headers: options.headers ?? {},
        agent: options.agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const { 'content-type': type, 'content-encoding': encoding } = response.headers
          const isJson = type?.startsWith('application/json') === true && encoding === undefined
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: isJson && text !== '' ? JSON.parse(text) : undefined,
          })
        })
      },
    )
    call.on('error', reject)
    call.end(options.body)
  })

const writeWeb = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'answerable-web-'))
  await mkdir(join(directory, 'assets'))
  const files: [string, string | Buffer][] = [
    ['my-boycotts-worker.js', scriptText],
    ['index.html', pageText],
    ['index.html.br', brotliCompressSync(pageText)],
    ['favicon.svg', '<svg/>'],
    ['assets/app-1a2b3c.js', scriptText],
    ['assets/app-1a2b3c.js.br', brotliCompressSync(scriptText)],
    ['assets/app-1a2b3c.js.gz', gzipSync(scriptText)],
  ]
  await Promise.all(files.map(([name, content]) => writeFile(join(directory, name), content)))
  return directory
}
