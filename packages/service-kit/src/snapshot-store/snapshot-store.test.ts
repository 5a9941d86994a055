import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { s3Access, startS3, type TestServer } from '../../../../tests/tools/servers.ts'
import { openDirectoryStore } from './directory-store.ts'
import { openS3Objects } from './s3-objects.ts'
import { openS3Store } from './s3-store.ts'
import { partBytes } from './s3-uploads.ts'
import type { SnapshotStore } from './snapshot-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server.stop())

const inDirectory = async (): Promise<SnapshotStore> => {
  const directory = await mkdtemp(join(tmpdir(), 'snapshots-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return openDirectoryStore(directory)
}
const bucketAt = (endpoint: string, prefix = `site/${randomUUID()}`) => ({
  ...{ ...s3Access, endpoint, region: 'us-east-1', prefix },
})
const inBucket = (): Promise<SnapshotStore> => openS3Store(bucketAt(server.url))

const never = new AbortController().signal
async function* chunks(...contents: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const content of contents) yield Buffer.from(content)
}
const [older, name] = ['2026-11-22T020000Z', '2026-11-23T020000Z'] as const
const manifest = Buffer.from('{}')
const signature = Buffer.alloc(64, 1)

const add = async (store: SnapshotStore, at: string, file = 'top.csv.gz', content = 'rows') => {
  const snapshot = await store.begin(at, never)
  await snapshot.write(file, chunks(content))
  await snapshot.publish(manifest, signature)
}
const namesIn = async (store: SnapshotStore) => (await store.list()).map((one) => one.name)
const contentOf = async (store: SnapshotStore, at: string, file: string, end: number, start = 0) =>
  buffer((await store.read(at, file, { start, end })) ?? expect.unreachable('is missing'))

describe.each([
  ['a directory', inDirectory],
  ['an S3 bucket', inBucket],
])('in %s', (_, open) => {
  test('a store that nothing was written to has no snapshots', async () => {
    const store = await open()
    expect(await store.list()).toEqual([])
    await store.deleteUnfinished()
    await store.delete(name)
  })

  test('a snapshot is listed with the sizes of its files once it is published', async () => {
    const store = await open()
    await add(store, older)
    const snapshot = await store.begin(name, never)
    await snapshot.write('submissions.csv.gz', chunks('three ', 'small ', 'chunks'))
    await snapshot.write('empty.csv.gz', chunks())
    expect(await namesIn(store)).toEqual([older])
    expect(await contentOf(store, older, 'top.csv.gz', 3)).toEqual(Buffer.from('rows'))
    await snapshot.publish(manifest, signature)
    expect(await store.list()).toEqual([
      {
        name,
        sizes: new Map([
          ['empty.csv.gz', 0],
          ['manifest.json', 2],
          ['manifest.sig', 64],
          ['submissions.csv.gz', 18],
        ]),
      },
      { name: older, sizes: expect.any(Map) },
    ])
    expect(await contentOf(store, name, 'manifest.sig', 63)).toEqual(signature)
  })

  test('parts of a file can be read, and a missing file is null', async () => {
    const store = await open()
    await add(store, name, 'top.csv.gz', 'compressed rows')
    expect((await contentOf(store, name, 'top.csv.gz', 14)).toString()).toBe('compressed rows')
    expect((await contentOf(store, name, 'top.csv.gz', 14, 11)).toString()).toBe('rows')
    expect((await contentOf(store, name, 'top.csv.gz', 0)).toString()).toBe('c')
    expect(await store.read(name, 'boosts.csv.gz', { start: 0, end: 0 })).toBe(null)
    expect(await store.read(older, 'top.csv.gz', { start: 0, end: 0 })).toBe(null)
  })

  test('a large file has the bytes that were written', async () => {
    const store = await open()
    const content = randomBytes(2 * partBytes + 12_345)
    const pieces = Array.from({ length: 200 }, (_, at) =>
      content.subarray((at * content.length) / 200, ((at + 1) * content.length) / 200),
    )
    const snapshot = await store.begin(name, never)
    await snapshot.write('submissions.csv.gz', chunks(...pieces))
    await snapshot.publish(manifest, signature)
    const read = await contentOf(store, name, 'submissions.csv.gz', content.length - 1)
    expect(read.equals(content)).toBe(true)
    const middle = await contentOf(store, name, 'submissions.csv.gz', partBytes + 9, partBytes - 9)
    expect(middle.equals(content.subarray(partBytes - 9, partBytes + 10))).toBe(true)
  })

  test('an abandoned snapshot leaves nothing, and its name can be used again', async () => {
    const store = await open()
    const first = await store.begin(name, never)
    await first.write('submissions.csv.gz', chunks('half'))
    await first.abandon()
    await add(store, name)
    const [snapshot] = await store.list()
    expect(snapshot?.sizes.has('submissions.csv.gz')).toBe(false)
  })

  test('a file whose rows fail is not stored, and the failure is reported', async () => {
    const store = await open()
    const snapshot = await store.begin(name, never)
    async function* failing() {
      yield randomBytes(partBytes)
      yield randomBytes(partBytes)
      throw new Error('the database is away')
    }
    await expect(snapshot.write('top.csv.gz', failing())).rejects.toThrow('the database is away')
    await snapshot.abandon()
    await add(store, name, 'boosts.csv.gz')
    expect((await store.list())[0]?.sizes.has('top.csv.gz')).toBe(false)
  })

  test('nothing is written after a stop, and the next run deletes what is left', async () => {
    const store = await open()
    await add(store, older)
    const stopping = new AbortController()
    const snapshot = await store.begin(name, stopping.signal)
    await snapshot.write('boosts.csv.gz', chunks('done'))
    async function* endless() {
      for (;;) yield randomBytes(partBytes)
    }
    const writing = snapshot.write('top.csv.gz', endless())
    stopping.abort()
    await expect(writing).rejects.toThrow()
    await snapshot.abandon()
    await store.deleteUnfinished()
    expect(await namesIn(store)).toEqual([older])
    await add(store, name, 'votes-by-day.csv.gz')
    const [latest] = await store.list()
    expect([...(latest?.sizes.keys() ?? [])].sort()).toEqual([
      ...['manifest.json', 'manifest.sig', 'votes-by-day.csv.gz'],
    ])
  })

  test('a deleted snapshot is gone with all its files, and the others stay', async () => {
    const store = await open()
    await add(store, older)
    await add(store, name)
    await store.delete(older)
    expect(await namesIn(store)).toEqual([name])
    expect(await store.read(older, 'top.csv.gz', { start: 0, end: 0 })).toBe(null)
  })

  test('a stalled reader does not make the store read ahead without bounds', async () => {
    const store = await open()
    const bytes = 64 * 1_048_576
    const snapshot = await store.begin(name, never)
    await snapshot.write(
      'top.csv.gz',
      chunks(...Array.from({ length: 64 }, () => Buffer.alloc(1_048_576))),
    )
    await snapshot.publish(manifest, signature)
    const content = await store.read(name, 'top.csv.gz', { start: 0, end: bytes - 1 })
    const { arrayBuffers, external } = process.memoryUsage()
    await once(content ?? expect.unreachable(), 'readable')
    await new Promise((resolve) => setTimeout(resolve, 500))
    const now = process.memoryUsage()
    expect(now.arrayBuffers + now.external - arrayBuffers - external).toBeLessThan(bytes / 4)
    content?.destroy()
  })
})

/** A server that responds in this way, and counts the requests. */
const startFake = async (listener: RequestListener) => {
  let requests = 0
  const fake = createServer((request, response) => {
    requests += 1
    request.resume()
    listener(request, response)
  })
  fake.listen(0, '127.0.0.1')
  await once(fake, 'listening')
  onTestFinished(() => void fake.close())
  const { port } = fake.address() as AddressInfo
  const store = await openS3Store(bucketAt(`http://127.0.0.1:${port}`, 'site'))
  return { store, requestCount: () => requests }
}

test('unfinished uploads of a stopped process are aborted, and other keys of the bucket stay', async () => {
  const site = await openS3Store(bucketAt(server.url, 'shared'))
  const neighbour = await openS3Store(bucketAt(server.url, 'shared/other'))
  await add(neighbour, older)
  const objects = await openS3Objects(bucketAt(server.url))
  const left = [`shared/${name}/top.csv.gz`, `shared/${older}/top.csv.gz`]
  for (const key of [...left, 'shared/notes/large']) await objects.beginUpload(key)
  const keys = async () => (await objects.unfinishedUploads('shared/')).map(({ key }) => key).sort()
  expect(await keys()).toEqual([...left, 'shared/notes/large'].sort())
  await site.deleteUnfinished()
  expect(await keys()).toEqual(['shared/notes/large'])
  expect(await namesIn(neighbour)).toEqual([older])
})

test('a wrong key is reported, and the report names no key', async () => {
  const store = await openS3Store({ ...bucketAt(server.url), secretAccessKey: 'another-secret' })
  const error = await store.list().catch((reason: Error) => reason)
  expect(String(error)).toMatch(/^SnapshotStoreError: list: .*403/)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/test-key|another-/)
})

test('a bucket that does not exist is reported', async () => {
  const store = await openS3Store({ ...bucketAt(server.url), bucket: 'missing' })
  await expect(store.list()).rejects.toThrow('list: NoSuchBucket')
})

test('a request that fails for a moment is sent again, a bounded number of times', async () => {
  let failures = 2
  const flaky = await startFake((_, response) => {
    failures -= 1
    if (failures >= 0) response.writeHead(503).end()
    else response.end('<ListBucketResult></ListBucketResult>')
  })
  expect(await flaky.store.list()).toEqual([])
  expect(flaky.requestCount()).toBe(3)
  const broken = await startFake((_, response) => void response.writeHead(500).end())
  await expect(broken.store.list()).rejects.toThrow(/^list: .*500/)
  expect(broken.requestCount()).toBe(3)
  const refusing = await startFake((_, response) => void response.writeHead(403).end())
  await expect(refusing.store.list()).rejects.toThrow(/^list: .*403/)
  expect(refusing.requestCount()).toBe(1)
})

test('a bucket that other programs fill is refused', async () => {
  const keys = Array.from(
    { length: 2_001 },
    (_, at) => `<Contents><Key>site/${at}</Key></Contents>`,
  )
  const { store } = await startFake(
    (_, response) => void response.end(`<ListBucketResult>${keys.join('')}</ListBucketResult>`),
  )
  await expect(store.list()).rejects.toThrow('OPEN_DATA_STORE needs a prefix of its own')
})

test('a server that is away is reported, and the whole file instead of a part is refused', async () => {
  const away = await openS3Store(bucketAt('http://127.0.0.1:9'))
  await expect(away.list()).rejects.toThrow('list: ECONNREFUSED')
  await expect(away.read(name, 'top.csv.gz', { start: 0, end: 3 })).rejects.toThrow(/^read: /)
  const { store } = await startFake((_, response) => void response.end('the whole file'))
  await expect(store.read(name, 'top.csv.gz', { start: 0, end: 3 })).rejects.toThrow(
    'another part of the file',
  )
})

test('an upload that fails when it is completed is not taken for stored, and is aborted', async () => {
  const methods: string[] = []
  const lengths: number[] = []
  const { store } = await startFake(({ url = '', method = '', headers }, response) => {
    if (method === 'PUT') lengths.push(Number(headers['content-length']))
    const step = method === 'POST' && url.includes('uploads') ? 'begin' : method
    methods.push(step)
    response.setHeader('content-type', 'application/xml').setHeader('etag', '"part"')
    // Servers send the status 200 before they know.
    response.end(
      { begin: '<Begun><UploadId>1</UploadId></Begun>', POST: '<Error><Code>Oops</Code></Error>' }[
        step
      ],
    )
  })
  const snapshot = await store.begin(name, never)
  const writing = snapshot.write('top.csv.gz', chunks(randomBytes(partBytes - 1), randomBytes(10)))
  await expect(writing).rejects.toThrow('write: Oops')
  expect(lengths).toEqual([partBytes, 9])
  expect(methods.slice(0, 4)).toEqual(['begin', 'PUT', 'PUT', 'POST'])
  expect(methods.at(-1)).toBe('DELETE')
})
