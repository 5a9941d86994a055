import { once } from 'node:events'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type OpenDataManifest,
  readOpenData,
  readOpenDataKey,
} from '@answerable/contracts/open-data'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { maxOpenFiles } from './snapshots.ts'

let directory: string
let site: TestGateway

const [older, latest] = ['2026-11-22T020000Z', '2026-11-23T020000Z'] as const
const content = 'compressed rows'
const path = `/api/open-data/${latest}/top.jsonl.gz`

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

const write = async (name: string): Promise<void> => {
  await mkdir(join(directory, name))
  await writeFile(join(directory, name, 'manifest.json'), JSON.stringify(manifestOf(name)))
  await writeFile(join(directory, name, 'top.jsonl.gz'), content)
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'open-data-'))
  await write(older)
  site = await startTestGateway({ OPEN_DATA_DIR: directory })
})
afterAll(async () => {
  await site.stop()
  await rm(directory, { recursive: true })
})

test('the latest complete snapshot is shown from the moment that it is there', async () => {
  await mkdir(join(directory, `.${latest}.partial`))
  expect((await site.request({ path: readOpenData.path })).body).toEqual({
    manifest: manifestOf(older),
    earlier: [],
  })
  await write(latest)
  expect((await site.request({ path: readOpenData.path })).body).toEqual({
    manifest: manifestOf(latest),
    earlier: [older],
  })
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

test('readers that take nothing cannot open any number of files', async () => {
  const name = '2026-11-24T020000Z'
  await write(name)
  // More than the buffers of a connection hold.
  await truncate(join(directory, name, 'top.jsonl.gz'), 64_000_000)
  const address = new URL(`/api/open-data/${name}/top.jsonl.gz`, site.url)
  const idle = await Promise.all(
    Array.from({ length: maxOpenFiles }, async () => {
      const [response] = (await once(get(address, { agent: false }), 'response')) as [
        IncomingMessage,
      ]
      return response
    }),
  )
  try {
    expect((await fetch(address)).status).toBe(503)
  } finally {
    for (const response of idle) response.destroy()
  }
  await until(async () =>
    expect((await fetch(address, { headers: { range: 'bytes=0-1' } })).status).toBe(206),
  )
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
