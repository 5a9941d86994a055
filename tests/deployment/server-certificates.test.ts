import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openRoad } from '../tools/road.ts'
import { type Authority, newAuthority } from '../tools/self-signed.ts'
import { startS3 } from '../tools/servers.ts'
import {
  type EncryptedServers,
  type ServerUrls,
  startEncryptedNats,
  startEncryptedServers,
} from '../tools/servers-with-certificates.ts'

const directory = mkdtempSync(join(tmpdir(), 'answerable-authorities-'))
const host = 'localhost'
const minute = 60_000

let servers: EncryptedServers
let expired: EncryptedServers
let authority: Authority
let trusted: string
let another: string

beforeAll(async () => {
  authority = newAuthority('Our own authority')
  trusted = fileOf('trusted.pem', authority.cert)
  another = fileOf('another.pem', newAuthority('Another authority').cert)
  ;[servers, expired] = await Promise.all([
    startEncryptedServers(authority.issue(host)),
    startEncryptedServers(authority.issue(host, Date.now() - minute)),
  ])
})
afterAll(async () => {
  await Promise.all([servers.stop(), expired.stop()])
  rmSync(directory, { recursive: true })
})

const fileOf = (name: string, content: string): string => {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const run = promisify(execFile)

/** What becomes of a connection to each server, in a process with this environment. */
const connectTo = async (
  { postgres, nats, redis, s3 }: ServerUrls,
  environment: { NODE_EXTRA_CA_CERTS?: string; CA_FILE?: string },
  options: readonly string[] = [],
): Promise<Record<keyof ServerUrls, string>> => {
  const script = join(import.meta.dirname, 'connect-to-servers.ts')
  const { stdout } = await run(process.execPath, [...options, script, postgres, nats, redis, s3], {
    env: { PATH: process.env.PATH, ...environment },
  })
  return JSON.parse(stdout)
}

const each = <Value>(value: Value) => ({ postgres: value, nats: value, redis: value, s3: value })

test.each(['NODE_EXTRA_CA_CERTS', 'CA_FILE'])(
  'with the authority in %s, connects to PostgreSQL, NATS, Redis and S3',
  async (setting) => {
    expect(await connectTo(servers.urls(host), { [setting]: trusted })).toEqual(each('connected'))
  },
)

test('refuses certificates of another authority', async () => {
  const reason = expect.stringMatching(/unable to (verify|get)/)
  for (const environment of [{}, { NODE_EXTRA_CA_CERTS: another }])
    expect(await connectTo(servers.urls(host), environment)).toEqual(each(reason))
})

test('refuses certificates of another host', async () => {
  const refused = await connectTo(servers.urls('127.0.0.1'), { NODE_EXTRA_CA_CERTS: trusted })
  expect(refused).toEqual(each(expect.stringContaining('does not match certificate')))
})

/** Script of a process that finds each host slowly. */
const slowLookup = `
  import dns from 'node:dns'
  const { lookup } = dns
  dns.lookup = (...call) => void setTimeout(() => lookup(...call), 1_500)
`

const parts = 4

/** Passes on each chunk in parts, within a second. */
const inParts = (): Duplex =>
  Duplex.from(async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks)
      for (let part = 0; part < parts; part += 1) {
        await delay(1_000 / parts)
        const [begin, end] = [part, part + 1].map((at) => Math.ceil((at * chunk.length) / parts))
        yield chunk.subarray(begin, end)
      }
  })

test('a connection to Redis that is ready after its time limit is ended', async () => {
  const urls = servers.urls(host)
  const redis = new URL(urls.redis)
  const road = await openRoad(urls.redis, inParts)
  onTestFinished(road.cut)
  redis.port = new URL(road.url).port
  // The process ends only without an open connection.
  const outcome = await connectTo(
    { ...urls, redis: redis.href },
    { NODE_EXTRA_CA_CERTS: trusted },
    ['--import', fileOf('slow-lookup.mjs', slowLookup)],
  )
  expect(outcome.redis).toMatch(/took longer|timeout/i)
})

test('connects to a NATS server with an address for a name', async () => {
  const server = await startEncryptedNats(authority.issue('127.0.0.1'))
  onTestFinished(server.stop)
  const urls = { ...servers.urls(host), nats: server.url }
  expect(await connectTo(urls, { NODE_EXTRA_CA_CERTS: trusted })).toEqual(each('connected'))
})

test('refuses expired certificates', async () => {
  const refused = await connectTo(expired.urls(host), { NODE_EXTRA_CA_CERTS: trusted })
  expect(refused).toEqual(each(expect.stringContaining('certificate has expired')))
})

test('refuses servers without encryption', async () => {
  const plainS3 = await startS3()
  onTestFinished(plainS3.stop)
  const plain = {
    postgres: inject('databaseServer').ownerUrl.replace('sslmode=disable', 'sslmode=verify-full'),
    nats: inject('natsUrl').replace('nats:', 'tls:'),
    redis: inject('redisUrl').replace('redis:', 'rediss:'),
    s3: plainS3.url.replace('http:', 'https:'),
  }
  expect(await connectTo(plain, {})).toEqual({
    postgres: expect.stringContaining('does not support SSL'),
    nats: expect.stringMatching(/TLS/i),
    redis: expect.not.stringContaining('connected'),
    s3: expect.stringMatching(/SSL|TLS/i),
  })
})
