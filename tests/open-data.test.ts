import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { catalog } from '@answerable/catalog/service'
import { decisionKinds } from '@answerable/contracts/decisions'
import { openDataManifest } from '@answerable/contracts/open-data'
import { shareDecisions } from '@answerable/contracts/shared-decisions'
import { submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { firstHash, rowHash } from '@answerable/moderation/log/chain'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { checkSite } from '@answerable/site/open-data/check-site'
import { type Report, verifySnapshot } from '@answerable/site/open-data/verify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let directory: string
let service: TestService
/** A snapshot that the service took, as someone downloads it. */
let original: string
let copy: string
let log: Row[]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'open-data-'))
  const published = join(directory, 'published')
  service = await startTestService(catalog, {
    OPEN_DATA_DIR: published,
    PUBLIC_ORIGIN: 'https://example.org',
  })
  await fill()
  const owner = new pg.Client({ connectionString: service.database.ownerUrl })
  await owner.connect()
  await owner.query('UPDATE catalog.snapshot_schedule SET due_at = now()')
  await owner.end()
  original = await until(async () => {
    const name = (await readdir(published)).find((one) => !one.startsWith('.'))
    expect(name).toBeDefined()
    return join(published, name ?? '')
  })
})
beforeEach(async () => {
  copy = join(directory, 'copy')
  await cp(original, copy, { recursive: true })
  return () => rm(copy, { recursive: true })
})
afterAll(async () => {
  await service?.stop()
  await rm(directory, { recursive: true })
})

const fill = async (): Promise<void> => {
  for (const votes of [0, 3, 1, 2]) {
    const { body } = await service.call(
      submitBoycott,
      { body: { targetName: `Target ${votes}`, location: 'Paris', reasons: 'Because.' } },
      { viewer: newMember() },
    )
    for (let count = 0; count < votes; count += 1) {
      const vote = { params: { id: body.id }, body: { value: 1 as const } }
      await service.call(castVote, vote, { viewer: newMember() })
    }
  }
  let previousHash = firstHash
  const decisions = [1, 2, 3].map((position) => {
    const payloadHash = createHash('sha256').update(`payload ${position}`).digest()
    previousHash = rowHash({ position, previousHash, payloadHash })
    return {
      ...{ position, decisionId: crypto.randomUUID(), kind: decisionKinds[0] },
      ...{ boostValue: null, voteCount: null, participationCount: null, category: null },
      ...{ reasonCode: null, moderator: 'administrator' as const, onAppeal: false },
      ...{ decidedAt: '2026-01-01T00:00:00.000Z', payloadHash: payloadHash.toString('hex') },
      hash: previousHash.toString('hex'),
    }
  })
  await service.call(shareDecisions, { body: { decisions } }, { issuer: 'moderation' })
  log = decisions
}

const verify = (options: { key?: string; site?: string } = {}): Promise<Report> =>
  verifySnapshot({ manifest: join(copy, 'manifest.json'), ...options })
const faultOf = async (
  options: { key?: string; site?: string } = {},
): Promise<string | undefined> => {
  const { isValid, lines } = await verify(options)
  return isValid ? undefined : lines.at(-1)
}

type Row = Record<string, unknown>
/** Changes the rows of a file, and nothing else. */
const change = async (file: string, of: (rows: Row[]) => unknown): Promise<void> => {
  const rows = gunzipSync(await readFile(join(copy, file)))
    .toString()
    .trim()
    .split('\n')
  const parsed = rows.map((row) => JSON.parse(row))
  of(parsed)
  const text = parsed.map((row) => `${JSON.stringify(row)}\n`).join('')
  await writeFile(join(copy, file), gzipSync(text))
}

const forger = generateKeyPairSync('ed25519')

/** Puts the right sums into the manifest, and signs it with another key that it names as its own. */
const forge = async (): Promise<void> => {
  const manifest = openDataManifest.parse(
    JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')),
  )
  manifest.publicKey = forger.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  for (const file of manifest.files)
    file.sha256 = createHash('sha256')
      .update(await readFile(join(copy, file.name)))
      .digest('hex')
  const content = Buffer.from(JSON.stringify(manifest))
  await writeFile(join(copy, 'manifest.json'), content)
  const key = createPrivateKey(forger.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(copy, 'manifest.sig'), sign(null, content, key))
}

const idAt = (rows: readonly Row[], at: number): string => String(rows[at]?.id)

test('a snapshot is valid, from the manifest or its directory, with any name that a browser gives the files', async () => {
  const { isValid, lines } = await verify()
  expect(lines.join('\n')).toMatch(/Hot and Top of 4 submissions follow/)
  expect(lines).toContain('The moderation log is complete up to decision 3.')
  expect(isValid).toBe(true)
  expect(await verifySnapshot({ manifest: copy })).toEqual({ isValid, lines })
  for (const name of await readdir(copy)) await rename(join(copy, name), join(copy, `2026-${name}`))
  const renamed = await verifySnapshot({ manifest: join(copy, '2026-manifest.json') })
  expect(renamed).toEqual({ isValid, lines })
})

test('the files that only the order needs are enough', async () => {
  await rm(join(copy, 'businesses.csv.gz'))
  const { isValid, lines } = await verify()
  expect(isValid).toBe(true)
  expect(lines).toContain('Not checked, because it is not here: businesses.csv.gz.')
  await rm(join(copy, 'top.jsonl.gz'))
  expect(await faultOf()).toMatch(/top\.jsonl\.gz is missing/)
})

test('a changed row is found by its sum, and named', async () => {
  await change('submissions.jsonl.gz', ([row]) => Object.assign(row ?? {}, { score: 99 }))
  expect(await faultOf()).toMatch(/^FAILED: submissions\.jsonl\.gz has the sum/)
  const { lines } = await verify()
  expect(lines.at(-2)).toMatch(/^The first row that is not right: submissions\.jsonl\.gz, row 1: /)
})

test('a changed sum is found by the signature', async () => {
  const manifest = await readFile(join(copy, 'manifest.json'), 'utf8')
  const changed = manifest.replace(/(?<="sha256": ")./, (digit) =>
    ((Number.parseInt(digit, 16) + 1) % 16).toString(16),
  )
  await writeFile(join(copy, 'manifest.json'), changed)
  expect(await faultOf()).toMatch(/^FAILED: manifest\.sig is not the signature of manifest\.json/)
})

test('a changed signature and another key are found', async () => {
  const key = join(directory, 'key.pem')
  const { publicKey } = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'))
  await writeFile(key, publicKey)
  expect(await faultOf({ key })).toBe(undefined)
  await forge()
  expect(await faultOf()).toBe(undefined)
  expect(await faultOf({ key })).toMatch(/is not the signature/)
  await writeFile(join(copy, 'manifest.sig'), Buffer.alloc(64))
  expect(await faultOf()).toMatch(/is not the signature/)
})

test.each<[string, string, (rows: Row[]) => string]>([
  [
    'a higher rank',
    'submissions.jsonl.gz',
    (rows) => {
      const row = rows[2]
      Object.assign(row ?? {}, { hot: Number(row?.hot) + 0.01 })
      return `submissions.jsonl.gz, row 3: the rank of ${row?.id}`
    },
  ],
  [
    'two rows in the other order',
    'submissions.jsonl.gz',
    (rows) => {
      const [one, other] = [rows[1], rows[2]]
      rows.splice(1, 2, { ...other, hotPlace: 2 }, { ...one, hotPlace: 3 })
      return `submissions.jsonl.gz, row 3: ${one?.id} ranks before ${other?.id}`
    },
  ],
  [
    'a missing row',
    'submissions.jsonl.gz',
    (rows) => {
      const [, second] = rows
      rows.shift()
      return `submissions.jsonl.gz, row 1: ${second?.id} has place 2 instead of 1`
    },
  ],
  [
    'another order of Top',
    'top.jsonl.gz',
    (rows) => {
      const [first, second] = [idAt(rows, 0), idAt(rows, 1)]
      Object.assign(rows[0] ?? {}, { id: second })
      Object.assign(rows[1] ?? {}, { id: first })
      return `top.jsonl.gz, row 1: ${second} has place 1, but ${first} has place 1 in Top`
    },
  ],
  [
    'a row that Top leaves out',
    'top.jsonl.gz',
    (rows) => {
      rows.pop()
      return 'top.jsonl.gz: 1 submissions are missing'
    },
  ],
  [
    'another decision',
    'decisions.jsonl.gz',
    (rows) => {
      Object.assign(rows[1] ?? {}, { payloadHash: 'f'.repeat(64) })
      return 'decisions.jsonl.gz, row 2: it does not follow'
    },
  ],
  [
    'a log without its last decision',
    'decisions.jsonl.gz',
    (rows) => {
      rows.pop()
      return 'decisions.jsonl.gz: the last row is not the head'
    },
  ],
])('%s is named even if the site signs it', async (_, file, tamper) => {
  let expected = ''
  await change(file, (rows) => {
    expected = tamper(rows)
  })
  await forge()
  expect(await faultOf()).toContain(expected)
})

const rowsIn = async (file: string): Promise<Row[]> =>
  gunzipSync(await readFile(join(copy, file)))
    .toString()
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row))

/** A site that responds with these rows. */
const startSite = async (
  rowsAt: (url: URL) => readonly (Row | undefined)[],
): Promise<{ site: string; stop: () => void }> => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify(rowsAt(new URL(request.url ?? '', 'http://localhost'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { site: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const pageOf = ({ searchParams }: URL, rows: readonly (Row | undefined)[] = []) =>
  rows.slice((Number(searchParams.get('page')) - 1) * 50, Number(searchParams.get('page')) * 50)

test('the order that a site shows, and its times of creation, are compared', async () => {
  const hot = await rowsIn('submissions.jsonl.gz')
  const top = (await rowsIn('top.jsonl.gz')).map(({ id }) => hot.find((row) => row.id === id))
  let shown: Record<string, (Row | undefined)[]> = { hot, top }
  const { site, stop } = await startSite((url) =>
    url.pathname === '/api/moderation-log'
      ? pageOf(url, log.toReversed())
      : pageOf(url, shown[url.searchParams.get('sort') ?? '']),
  )
  const pathOf = (file: string) => join(copy, file)
  const check = () => checkSite(pathOf, site, { pauseMilliseconds: 0 })
  try {
    expect(await verify({ site })).toMatchObject({ isValid: true })
    shown = { hot: hot.toReversed(), top }
    expect(await check()).toBe(
      `${site}, hot, place 2: ${idAt(hot, 2)} ranks before ${idAt(hot, 3)}, which is above it`,
    )
    shown = { hot, top: top.toReversed() }
    expect(await check()).toContain(`${site}, top, place 2: `)
    // An older submission has a lower rank in Hot.
    const last: Row = { ...hot.at(-1), createdAt: '2020-01-01T00:00:00.000Z' }
    shown = { hot: hot.with(-1, last), top: [] }
    expect(await check()).toContain(`${site}: ${last.id} was created at`)
  } finally {
    stop()
  }
})

/** The log with more decisions, newest first, as a site shows it. */
const continued = (rows: readonly Row[], count: number): Row[] => {
  const longer = [...rows]
  for (let position = rows.length + 1; position <= rows.length + count; position += 1) {
    const payloadHash = createHash('sha256').update(`payload ${position}`).digest()
    const previousHash = Buffer.from(String(longer.at(-1)?.hash), 'hex')
    const hash = rowHash({ position, previousHash, payloadHash }).toString('hex')
    longer.push({ position, payloadHash: payloadHash.toString('hex'), hash })
  }
  return longer.toReversed()
}

test('the moderation log that a site shows must contain the log that the manifest signs', async () => {
  let shown = continued(log, 60)
  const { site, stop } = await startSite((url) =>
    url.pathname === '/api/moderation-log' ? pageOf(url, shown) : [],
  )
  try {
    const { isValid, lines } = await verify({ site })
    expect(lines.at(-1)).toBe(
      `The moderation log of ${site} has 63 decisions and contains the signed log of this snapshot.`,
    )
    expect(isValid).toBe(true)
    shown = log.slice(0, 1)
    expect(await faultOf({ site })).toContain('it has 1 decisions, but the manifest has 3')
    const [first, ...others] = log
    // A changed decision, with all hashes after it computed again.
    const forged = { ...others[0], payloadHash: 'f'.repeat(64) }
    const link = {
      ...{ position: 2, previousHash: Buffer.from(String(first?.hash), 'hex') },
      payloadHash: Buffer.from(forged.payloadHash, 'hex'),
    }
    const rewritten = [first ?? {}, { ...forged, hash: rowHash(link).toString('hex') }]
    shown = continued(rewritten, 5)
    expect(await faultOf({ site })).toContain(
      'decision 3: its hash is not the one that the manifest has',
    )
    shown = continued(log, 5).with(-2, forged)
    expect(await faultOf({ site })).toContain('decision 2: it does not follow')
    shown = continued(log, 5).toSpliced(-1, 1)
    expect(await faultOf({ site })).toContain('decision 1: it does not follow')
  } finally {
    stop()
  }
})
