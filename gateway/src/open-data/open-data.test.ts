import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slotLimits } from '@answerable/contracts/limits'
import {
  type OpenDataManifest,
  readOpenData,
  readOpenDataKey,
} from '@answerable/contracts/open-data'
import { parseEnvironment } from '@answerable/service-kit/config'
import {
  openDataSettings,
  openSnapshotStore,
} from '@answerable/service-kit/snapshot-store/settings'
import type { SnapshotStore } from '@answerable/service-kit/snapshot-store/snapshot-store'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { s3Access, startS3, type TestServer } from '../../../tests/tools/servers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { maxOpenFiles } from './snapshots.ts'

const [older, latest] = ['2026-11-22T020000Z', '2026-11-23T020000Z'] as const
const content = 'compressed rows'
const path = `/api/open-data/${latest}/top.jsonl.gz`
const never = new AbortController().signal

const manifestOf = (name: string): OpenDataManifest => ({
  format: 1,
  name,
  site: 'https://example.org',
  takenAt: '2026-11-23T02:00:00.000Z',
  licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  publicKey: `key of ${name}`,
  moderationLog: { position: 0, hash: '0'.repeat(64) },
  files: [{ name: 'top.jsonl.gz', rows: 1, bytes: content.length, sha256: 'a'.repeat(64) }],
})

let directory: string
let server: TestServer
let store: SnapshotStore
let site: TestGateway

async function* repeated(text: string | Buffer, times = 1) {
  for (let time = 0; time < times; time += 1) yield Buffer.from(text)
}
const write = async (name: string, file: AsyncIterable<Buffer> = repeated(content)) => {
  const snapshot = await store.begin(name, never)
  await snapshot.write('top.jsonl.gz', file)
  await snapshot.publish(Buffer.from(JSON.stringify(manifestOf(name))), Buffer.alloc(64))
}

const inDirectory = () => ({ OPEN_DATA_DIR: directory })
const inBucket = () => ({
  OPEN_DATA_STORE: `s3://${s3Access.bucket}/${randomUUID()}`,
  OPEN_DATA_ENDPOINT: server.url,
  OPEN_DATA_ACCESS_KEY_ID: s3Access.accessKeyId,
  OPEN_DATA_SECRET_ACCESS_KEY: s3Access.secretAccessKey,
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'open-data-'))
  server = await startS3()
})
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

describe.each([
  ['a directory', inDirectory],
  ['an S3 bucket', inBucket],
])('with %s', (_, settingsOf) => {
  beforeAll(async () => {
    const settings = settingsOf()
    site = await startTestGateway({ ...settings, TRUST_PROXY_HOPS: '1' })
    store =
      (await openSnapshotStore(parseEnvironment(z.object(openDataSettings), settings))) ??
      expect.unreachable()
    await write(older)
  })
  afterAll(() => site.stop())

  test('the latest complete snapshot is shown from the moment that it is complete', async () => {
    const unfinished = await store.begin(latest, never)
    await unfinished.write('top.jsonl.gz', repeated(content))
    expect((await site.request({ path: readOpenData.path })).body).toEqual({
      manifest: manifestOf(older),
      earlier: [],
    })
    await write(latest)
    await until(async () =>
      expect((await site.request({ path: readOpenData.path })).body).toEqual({
        manifest: manifestOf(latest),
        earlier: [older],
      }),
    )
    expect((await site.request({ path: readOpenDataKey.path })).text).toBe(`key of ${latest}`)
  })

  test('files are downloads that caches may keep, with a tag, and can be read in parts', async () => {
    const whole = await site.request({ path })
    expect(whole).toMatchObject({ status: 200, text: content })
    expect(whole.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${latest}-top.jsonl.gz"`,
      'content-length': String(content.length),
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    const etag = String(whole.headers.etag)
    const headers = { 'if-none-match': etag }
    expect(await site.request({ path, headers })).toMatchObject({ status: 304, text: '' })
    const part = await site.request({ path, headers: { range: 'bytes=11-', 'if-range': etag } })
    expect(part).toMatchObject({ status: 206, text: 'rows' })
    expect(part.headers['content-range']).toBe(`bytes 11-14/${content.length}`)
    const stale = { range: 'bytes=11-', 'if-range': '"another"' }
    expect(await site.request({ path, headers: stale })).toMatchObject({ status: 200 })
    const head = await site.request({ method: 'HEAD', path })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe(String(content.length))
    const outside = await site.request({ path, headers: { range: 'bytes=15-' } })
    expect(outside).toMatchObject({ status: 416 })
  })

  test('only the files of snapshots can be read', async () => {
    for (const one of [
      `/api/open-data/${latest}/businesses.csv.gz`,
      `/api/open-data/${latest}/passwd`,
      `/api/open-data/${latest}/..%2F${older}%2Fmanifest.json`,
      '/api/open-data/2026-01-01T020000Z/manifest.json',
      `/api/open-data/.${latest}.partial/manifest.json`,
      '/api/open-data/etc/manifest.json',
    ])
      expect(await site.request({ path: one }), one).toMatchObject({ status: 404 })
  })

  test('readers that take nothing open a few files of a network, and a bounded number of all', async () => {
    const name = '2026-11-24T020000Z'
    // More than the buffers of a connection hold.
    await write(name, repeated(Buffer.alloc(1_000_000), 64))
    const address = new URL(`/api/open-data/${name}/top.jsonl.gz`, site.url)
    await until(async () => (await fetch(address, { method: 'HEAD' })).status === 200)
    const from = (network: number) => ({ 'x-forwarded-for': `198.51.100.${network}` })
    const open = async (network: number) => {
      const request = get(address, { agent: false, headers: from(network) })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      idle.push(response)
      return response.statusCode
    }
    const idle: IncomingMessage[] = []
    try {
      const { downloads } = slotLimits
      for (let at = 0; at < downloads; at += 1) expect(await open(0)).toBe(200)
      const refused = await fetch(address, { headers: from(0) })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      for (let at = downloads; at < maxOpenFiles; at += 1)
        expect(await open(Math.floor(at / downloads))).toBe(200)
      expect((await fetch(address, { headers: from(99) })).status).toBe(503)
      for (const { path } of [readOpenData, readOpenDataKey])
        expect((await site.request({ path })).status).toBe(200)
    } finally {
      for (const response of idle) response.destroy()
    }
    await until(async () =>
      expect((await fetch(address, { headers: { ...from(0), range: 'bytes=0-1' } })).status).toBe(
        206,
      ),
    )
  })
})

test('a site without snapshots says so', async () => {
  const without = await startTestGateway()
  try {
    const empty = { manifest: null, earlier: [] }
    expect((await without.request({ path: readOpenData.path })).body).toEqual(empty)
    expect((await without.request({ path: readOpenDataKey.path })).status).toBe(404)
    expect((await without.request({ path })).status).toBe(404)
  } finally {
    await without.stop()
  }
})

test('while the store is away, responses say when to try again', async () => {
  const other = await startS3()
  const gateway = await startTestGateway({ ...inBucket(), OPEN_DATA_ENDPOINT: other.url })
  try {
    expect((await gateway.request({ path: readOpenData.path })).status).toBe(200)
    await other.stop()
    await until(async () => {
      for (const one of [readOpenData.path, path]) {
        const response = await gateway.request({ path: one })
        expect(response).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
        expect(response.headers['retry-after']).toBe('5')
        expect(response.text).not.toContain(s3Access.bucket)
      }
    })
    expect((await gateway.request({ path: '/live' })).status).toBe(200)
  } finally {
    await gateway.stop()
  }
})
