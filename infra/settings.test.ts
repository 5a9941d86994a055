import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listSettings, readContainerSettings, readSettings } from './settings.ts'
import { environmentExample, settingsTable } from './settings-table.ts'

const file = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('the README and .env.example list every setting as defined', () => {
  expect(file('README.md')).toContain(settingsTable('every site'))
  expect(file('docs/deployment.md')).toContain(settingsTable('containers'))
  expect(file('.env.example')).toBe(environmentExample())
})

test('without settings the site runs on http://localhost:8080', () => {
  expect(readSettings({})).toMatchObject({ PORT: 8080, PUBLIC_ORIGIN: 'http://localhost:8080' })
})

test('an empty setting counts as unset', () => {
  expect(readSettings({ LOG_LEVEL: '', PORT: '' })).toMatchObject({ LOG_LEVEL: 'warn', PORT: 8080 })
})

test('the origin follows the port', () => {
  expect(readSettings({ PORT: '9000' }).PUBLIC_ORIGIN).toBe('http://localhost:9000')
})

test('an invalid setting stops the start with one line that names it', () => {
  const wrong = {
    PORT: 'x',
    PUBLIC_ORIGIN: 'http://example.org',
    SECRET_KEY: 'short',
    RATE_LIMITS: 'maybe',
    NATS_REPLICAS: '4',
    CATALOG_DB_CONNECTIONS: '1',
    SMTP_URL: 'mail',
    LOG_LEVEL: 'loud',
    METRICS_PORT: 'on',
    OPEN_DATA_STORE: 'https://bucket',
    OPEN_DATA_ENDPOINT: 's3.example.org',
    BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1',
    BACKUP_STORE: 's3:bucket',
    BACKUP_KEEP_DAYS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  for (const [name, value] of Object.entries(wrong)) {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^Invalid settings: ${name} [^\n]+$`),
    )
  }
})

test('an https site is production: it refuses the in-process bus and rate limits, missing mail and key', () => {
  const complete = {
    PUBLIC_ORIGIN: 'https://example.org',
    NATS_URL: 'nats://site:a-password-of-length@nats',
    REDIS_URL: 'redis://:a-password-of-length@redis',
    SMTP_URL: 'smtp://mail',
    MAIL_FROM: 'site@example.org',
    SECRET_KEY: 'a master key for tests, of enough length',
  }
  expect(() => readSettings(complete)).not.toThrow()
  for (const name of ['NATS_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY']) {
    expect(() => readSettings({ ...complete, [name]: '' })).toThrow(name)
  }
  expect(() => readSettings({ ...complete, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS')
})

test('production refuses weak passwords of a NATS cluster and of sentinels', () => {
  const production = {
    PUBLIC_ORIGIN: 'https://example.org',
    SMTP_URL: 'smtp://mail',
    MAIL_FROM: 'site@example.org',
    SECRET_KEY: 'a master key for tests, of enough length',
  }
  const strong = {
    NATS_URL: 'nats://site:a-password-of-length@a:4222,b:4222',
    REDIS_URL: 'redis+sentinel://:a-password-of-length@a,b/limits',
  }
  expect(() => readSettings({ ...production, ...strong })).not.toThrow()
  for (const weak of [{ NATS_URL: 'nats://a,b' }, { REDIS_URL: 'redis+sentinel://a,b/limits' }])
    expect(() => readSettings({ ...production, ...strong, ...weak })).toThrow(
      `${Object.keys(weak)[0]} needs a password of at least 16 characters`,
    )
})

test('a secret key with a repeating pattern is refused', () => {
  for (const SECRET_KEY of ['x'.repeat(64), 'abcd'.repeat(16), 'correct-horse'.repeat(3)])
    expect(() => readSettings({ SECRET_KEY })).toThrow('SECRET_KEY must be random')
  for (const kind of ['hex', 'base64', 'base64url'] as const)
    for (let tries = 0; tries < 100; tries += 1)
      expect(() => readSettings({ SECRET_KEY: randomBytes(32).toString(kind) })).not.toThrow()
})

test('settings that only one program can validate are refused before any program starts', () => {
  const wrong = {
    ADMIN_EMAILS: 'nobody',
    ADMIN_PASSKEYS: 'sometimes',
    ALLOWED_JURISDICTIONS: 'atlantis',
    MAIL_FROM: '<no address>',
    DONATE_BITCOIN_ADDRESS: 'bc1qtypo',
    CONTACT_EMAIL: 'the team',
    GEO_DB_PATH: '/nowhere.mmdb',
    CA_FILE: '/nowhere.pem',
  }
  for (const [name, value] of Object.entries(wrong))
    for (const read of [readSettings, readContainerSettings])
      expect(() => read({ [name]: value })).toThrow(
        new RegExp(`^Invalid settings: ${name} [^\n]+$`),
      )
})

test('a bucket for the open data needs its server and its account', () => {
  const complete = {
    OPEN_DATA_STORE: 's3://bucket/prefix',
    OPEN_DATA_ENDPOINT: 'https://s3.example.org',
    OPEN_DATA_ACCESS_KEY_ID: 'account',
    OPEN_DATA_SECRET_ACCESS_KEY: 'key',
  }
  expect(readSettings(complete)).toMatchObject({ ...complete, OPEN_DATA_REGION: 'us-east-1' })
  for (const name of Object.keys(complete).slice(1))
    expect(() => readSettings({ ...complete, [name]: '' })).toThrow(
      `Invalid settings: ${name} must be set with OPEN_DATA_STORE`,
    )
  expect(() => readContainerSettings(complete)).toThrow(
    'OPEN_DATA_STORE needs infra/containers/open-data-store.yml in COMPOSE_FILE',
  )
  expect(() => readContainerSettings({ ...complete, OPEN_DATA_NETWORK: 'yes' })).not.toThrow()
})

test('a bucket for backups needs a recipient, its server and its account', () => {
  const complete = {
    BACKUP_STORE: 's3://bucket/prefix',
    BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    BACKUP_ENDPOINT: 'https://s3.example.org',
    BACKUP_ACCESS_KEY_ID: 'account',
    BACKUP_SECRET_ACCESS_KEY: 'key',
  }
  expect(readSettings(complete)).toMatchObject({ ...complete, BACKUP_KEEP_DAYS: 14 })
  for (const name of Object.keys(complete).slice(1))
    expect(() => readSettings({ ...complete, [name]: '' })).toThrow(
      `Invalid settings: ${name} must be set with BACKUP_STORE`,
    )
  expect(() => readContainerSettings(complete)).toThrow(
    'BACKUP_STORE needs infra/containers/backup-store.yml in COMPOSE_FILE',
  )
  expect(() => readContainerSettings({ ...complete, BACKUP_NETWORK: 'yes' })).not.toThrow()
})

test('a Compose setup refuses each setting that it cannot apply, by name', () => {
  expect(readContainerSettings({ PUBLISH: '127.0.0.1:8080' })).toMatchObject({ PORT: 8080 })
  for (const [name, value] of Object.entries({
    DATA_DIR: '/srv',
    METRICS_PORT: '9000',
    DATABASE_URL: 'postgres://db',
    NATS_URL: 'nats://nats',
    REDIS_URL: 'redis://redis',
  })) {
    expect(() => readContainerSettings({ [name]: value })).toThrow(
      new RegExp(`^Invalid settings: ${name} (needs infra/containers/own-|is not for)`),
    )
  }
  const own = { BUNDLED_POSTGRES: 'no', DATABASE_URL: 'postgres://db' }
  expect(readContainerSettings(own)).toMatchObject({ DATABASE_URL: 'postgres://db' })
  expect(() => readContainerSettings({ POSTGRES_MAX_CONNECTIONS: 'all' })).toThrow(
    /^Invalid settings: POSTGRES_MAX_CONNECTIONS must be/,
  )
  expect(() => readContainerSettings({ BUNDLED_NATS: 'no' })).toThrow('NATS_URL must be set')
  expect(() => readSettings({ PUBLISH: '0.0.0.0:80' })).toThrow('PUBLISH is for containers')
})

test('every setting reaches the check of the Compose setup', () => {
  const { services } = parse(file('docker-compose.yml'), { merge: true })
  const names = listSettings('every site').map(({ name }) => name)
  expect(Object.keys(services.settings.environment)).toEqual(
    expect.arrayContaining([...names, 'PUBLISH']),
  )
  for (const name of names) {
    expect(services.settings.environment[name], name).toContain(`\${${name}:`)
  }
})

test('the Compose setup’s image has the version of the code', () => {
  const { version } = JSON.parse(file('package.json'))
  expect(file('docker-compose.yml')).toContain(`answerable/site:\${ANSWERABLE_VERSION:-${version}}`)
})
