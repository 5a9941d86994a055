import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveKey, readPassportKeys } from '@answerable/service-kit/calls/passport'
import { afterAll, beforeAll, expect, test } from 'vitest'

const key = 'a master key for tests, of enough length'
let home: string
let directory: string

const run = (environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), directory], {
    env: { PATH: process.env.PATH, SECRET_KEY: key, ...environment },
    encoding: 'utf8',
  })

const content = (path: string): string => readFileSync(join(directory, path), 'utf8')
const mode = (path: string): number => statSync(join(directory, path)).mode & 0o777

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'answerable-secrets-'))
  directory = join(home, 'secrets')
})
afterAll(() => rmSync(home, { recursive: true }))

test('secrets are files in a directory of their owner, readable to the containers’ accounts', () => {
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  expect(mode('.')).toBe(0o700)
  expect(mode('catalog')).toBe(0o755)
  expect(mode('catalog/database-url')).toBe(0o644)
  expect(readdirSync(join(directory, 'catalog')).sort()).toEqual([
    'database-url',
    'nats-url',
    'passport-keys',
  ])
})

test('a second run changes nothing, another key changes every secret', () => {
  const before = statSync(join(directory, 'auth/code-key')).mtimeMs
  expect(run().stdout).toContain('nothing was changed')
  expect(statSync(join(directory, 'auth/code-key')).mtimeMs).toBe(before)
  const old = content('auth/code-key')
  expect(run({ SECRET_KEY: `${key}!` }).stdout).toMatch(/^36 secrets were written/)
  expect(content('auth/code-key')).not.toBe(old)
  run()
  expect(content('auth/code-key')).toBe(old)
})

test('without a key one is generated, stored for its owner only, and reused', () => {
  const own = join(home, 'own')
  const runOwn = () =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), own], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    })
  expect(runOwn().status).toBe(0)
  expect(statSync(join(own, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(own, 'secret-key'), 'utf8').length).toBeGreaterThanOrEqual(64)
  expect(runOwn().stdout).toContain('nothing was changed')
})

test('both sides of every password match, and no container gets the key or another’s secret', () => {
  const databaseUrl = new URL(content('catalog/database-url'))
  expect(databaseUrl.password).toBe(content('migrate/catalog-db-password'))
  expect(databaseUrl.username).toBe('catalog')
  expect(new URL(content('migrate/database-url')).password).toBe(content('postgres/password'))
  const natsPassword = new URL(content('auth/nats-url')).password
  expect(content('nats/passwords.conf')).toContain(`AUTH_PASSWORD: "${natsPassword}"`)
  const redisPassword = new URL(content('gateway/redis-url')).password
  expect(content('redis/password.conf')).toBe(`requirepass ${redisPassword}\n`)
  const passportKeys = [...(readPassportKeys(content('realtime/passport-keys')) ?? [])]
  expect(passportKeys.map(([pair, secret]) => [pair, secret.export()])).toEqual([
    ['gateway>realtime', deriveKey(key, 'passport gateway>realtime')],
    ['realtime>notifications', deriveKey(key, 'passport realtime>notifications')],
  ])
  const everything = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  expect(everything.join('\n')).not.toContain(key)
})

test('a key that is too short is refused in one line', () => {
  const { status, stderr } = run({ SECRET_KEY: 'short' })
  expect(status).toBe(1)
  expect(stderr).toBe('secrets: Invalid settings: SECRET_KEY must have at least 32 bytes\n')
})
