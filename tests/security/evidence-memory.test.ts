import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { makeLateDue, makeLostDue, triesBeforeLost } from '@answerable/evidence/testing/links'
import { startTestNetwork } from '@answerable/evidence/testing/network'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { expect, inject, test } from 'vitest'
import { compile, compileCache, end, runProgram, sourcesOf } from '../../bench/speed/programs.ts'
import { selfSigned } from '../tools/self-signed.ts'

/** Sends this again and again for as long as the client reads. */
const endless =
  (chunk: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    pour(response, Buffer.from(chunk.repeat(Math.ceil(65_536 / chunk.length))))
  }
const pour = (response: ServerResponse, chunk: Buffer): void => {
  const more = (): void => {
    while (!response.destroyed) if (!response.write(chunk)) return
  }
  response.on('drain', more)
  more()
}
const whole =
  (body: Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
  }

const gzip = { 'content-encoding': 'gzip' }
const bomb = gzipSync(Buffer.alloc(64_000_000, '<p>A</p>'))
const handlers: readonly RequestListener[] = [
  endless('<p>Text of a page.</p>'),
  endless('<title>'),
  endless('<p title="'),
  endless('漢字かな交じり文'),
  endless('<i>', { 'content-type': 'application/xhtml+xml' }),
  endless('\u0000\u00ff', { 'content-type': 'video/mp4' }),
  whole(Buffer.alloc(8_000_000, '<a href="/">Words of a link</a> ')),
  whole(bomb, gzip),
  whole(gzipSync(Buffer.from('é漢<b>'.repeat(400_000))), gzip),
]

const hosts = Array.from({ length: 36 }, (_, at) => `memory${at}.example`)

/** The highest resident memory so far, in MB. */
const peakMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

test.runIf(process.platform === 'linux')(
  'the program stays below 150 MB while websites send it endless, huge and compressed bodies',
  async () => {
    const [network, database] = [await startTestNetwork(), await cloneDatabase('evidence')]
    const directory = await mkdtemp(join(tmpdir(), 'answerable-memory-'))
    const log = createLog({ service: 'test', level: 'silent' })
    const pool = openPool({ url: database.url, max: 1, name: 'test', log })
    const trusted = join(directory, 'trusted.pem')
    for (const [at, host] of hosts.entries()) {
      const certificate = selfSigned(host)
      const handler = handlers[at % handlers.length]
      const robots = endless(`Allow: /${at}\n`, { 'content-type': 'text/plain' })
      network.host(host, { certificate, robots, ...(handler === undefined ? {} : { handler }) })
      await appendFile(trusted, certificate.cert)
    }
    await compile('evidence')
    const program = runProgram(
      join(sourcesOf('evidence'), 'main.ts'),
      {
        PORT: '0',
        DATABASE_URL: database.url,
        NATS_URL: inject('natsUrl'),
        PASSPORT_KEYS: passportKeysFor(testMasterKey, 'evidence'),
        CATALOG_URL: 'http://127.0.0.1:9',
        WEBHOOK_KEY: 'k'.repeat(43),
        EVIDENCE_TEST_NETWORK: network.setting,
        NODE_EXTRA_CA_CERTS: trusted,
        NODE_COMPILE_CACHE: compileCache,
      },
      join(directory, 'log'),
    )
    const read = async (protocol: 'http' | 'https'): Promise<void> => {
      await pool.query(
        `INSERT INTO links (key, address, host) SELECT $2 || host, $2 || '://' || host || '/', host
         FROM unnest($1::text[]) AS host`,
        [hosts, protocol],
      )
      await pool.query(
        `INSERT INTO hosts (host, due_at) SELECT unnest($1::text[]), now()
         ON CONFLICT (host) DO UPDATE SET due_at = excluded.due_at`,
        [hosts],
      )
      const links = hosts.map((host) => `${protocol}://${host}/`)
      let tries = 0
      await until(async () => {
        tries += 1
        // A slow machine may read a page too late, or not store a result.
        await makeLateDue(pool, links)
        if (tries % triesBeforeLost === 0) await makeLostDue(pool, links)
        const { rows } = await pool.query<{ state: string | null }>(
          'SELECT DISTINCT state FROM links',
        )
        expect(rows).toEqual([{ state: 'works' }])
      })
    }
    try {
      await read('http')
      await read('https')
      expect(await peakMegabytes(program.pid ?? 0)).toBeLessThanOrEqual(150)
    } finally {
      await end(program)
      await pool.end()
      await database.drop()
      await network.stop()
      await rm(directory, { recursive: true })
    }
  },
)
