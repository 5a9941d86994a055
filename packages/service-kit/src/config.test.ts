import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { passportKeysFor } from './calls/passport.ts'
import { baseSettings, ConfigError, isProduction, parseEnvironment } from './config.ts'
import { serverUrlsOf } from './server-urls.ts'

const schema = z.object(baseSettings)
const keys = passportKeysFor('a master key for tests, of enough length', 'catalog')
const read = (environment: Record<string, string>) =>
  parseEnvironment(schema, { PASSPORT_KEYS: keys, ...environment })

test('an unset or empty setting has its default', () => {
  expect(read({ PORT: '' })).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    LOG_LEVEL: 'info',
  })
})

test('an invalid setting is reported in one line', () => {
  const wrong: Record<string, string>[] = [
    { PORT: 'eighty' },
    { PORT: '70000' },
    { LOG_LEVEL: 'loud' },
    { NATS_URL: 'http://x' },
    { NATS_URL: 'nats://a:4222,' },
    { NATS_URL: 'nats://a:4222,b:port' },
    { NATS_REPLICAS: '2' },
    { REDIS_URL: 'x' },
    { REDIS_URL: 'redis://a,b' },
    { REDIS_URL: 'redis+sentinel://a,b' },
    { REDIS_URL: 'redis+sentinel://a,b/' },
    { PASSPORT_KEYS: 'gateway>catalog=short' },
  ]
  for (const environment of wrong) {
    const name = Object.keys(environment)[0] ?? ''
    expect(() => read(environment)).toThrow(ConfigError)
    expect(() => read(environment)).toThrow(new RegExp(`^Invalid settings: ${name} [^\n]+$`))
  }
})

test('several servers are the hosts of one URL', () => {
  const settings = {
    NATS_URL: 'tls://site:pass%2Cword@nats-0:4222,nats-1:4222,[::1]:4222',
    NATS_REPLICAS: '3',
    REDIS_URL: 'redis+sentinel://:p@word@sentinel-0,sentinel-1:26380/limits',
  }
  expect(read(settings)).toMatchObject({ ...settings, NATS_REPLICAS: 3 })
  expect(serverUrlsOf(settings.NATS_URL).map(({ href }) => href)).toEqual([
    'tls://site:pass%2Cword@nats-0:4222',
    'tls://site:pass%2Cword@nats-1:4222',
    'tls://site:pass%2Cword@[::1]:4222',
  ])
  expect(serverUrlsOf(settings.REDIS_URL)).toMatchObject([
    { password: 'p%40word', host: 'sentinel-0', pathname: '/limits' },
    { password: 'p%40word', host: 'sentinel-1:26380', pathname: '/limits' },
  ])
})

test('plain http is accepted for localhost only, and https means production', () => {
  expect(() => read({ PUBLIC_ORIGIN: 'http://example.org' })).toThrow('must be https')
  expect(() => read({ PUBLIC_ORIGIN: 'https://example.org/' })).toThrow('trailing slash')
  expect(isProduction(read({ PUBLIC_ORIGIN: 'https://example.org' }))).toBe(true)
  expect(isProduction(read({}))).toBe(false)
})

test('a setting can be read from a file without its final newline', () => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-settings-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'redis-url')
  writeFileSync(file, 'redis://:a-secret@redis:6379\n')
  const fileSetting = { REDIS_URL_FILE: file }
  expect(read(fileSetting).REDIS_URL).toBe('redis://:a-secret@redis:6379')
  expect(read({ ...fileSetting, REDIS_URL: 'redis://other' }).REDIS_URL).toBe('redis://other')
  writeFileSync(file, 'a-secret')
  expect(() => read(fileSetting)).toThrow(/^Invalid settings: REDIS_URL must be [^\n]+$/)
  expect(() => read(fileSetting)).not.toThrow('a-secret')
})

test('an unreadable file is reported in one line; files of other programs are ignored', () => {
  const missing = { REDIS_URL_FILE: '/nowhere/redis-url' }
  expect(() => read(missing)).toThrow('Invalid settings: REDIS_URL_FILE cannot be read (ENOENT)')
  expect(() => read({ SSL_CERT_FILE: '/nowhere/certificate' })).not.toThrow()
})
