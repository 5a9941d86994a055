import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { environmentExample, settingsTable } from './settings-table.ts'

const file = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('the README and .env.example list every setting, as the program has it', () => {
  expect(file('README.md')).toContain(settingsTable())
  expect(file('.env.example')).toBe(environmentExample())
})

test('without any setting the site is one on http://localhost:8080', () => {
  expect(readSettings({})).toMatchObject({ PORT: 8080, PUBLIC_ORIGIN: 'http://localhost:8080' })
})

test('a setting left empty counts as not set', () => {
  expect(readSettings({ LOG_LEVEL: '', PORT: '' })).toMatchObject({ LOG_LEVEL: 'warn', PORT: 8080 })
})

test('the origin follows the port', () => {
  expect(readSettings({ PORT: '9000' }).PUBLIC_ORIGIN).toBe('http://localhost:9000')
})

test('a wrong setting stops the start with one line that names it', () => {
  const wrong = {
    PORT: 'x',
    PUBLIC_ORIGIN: 'http://example.org',
    SECRET_KEY: 'short',
    RATE_LIMITS: 'maybe',
    SMTP_URL: 'mail',
    LOG_LEVEL: 'loud',
    METRICS_PORT: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  for (const [name, value] of Object.entries(wrong)) {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^The settings are wrong: ${name} [^\n]+$`),
    )
  }
})

test('an https site is production: it refuses the in-process bus and cache, missing mail and key', () => {
  const complete = {
    PUBLIC_ORIGIN: 'https://example.org',
    NATS_URL: 'nats://nats',
    REDIS_URL: 'redis://redis',
    SMTP_URL: 'smtp://mail',
    SECRET_KEY: 'x'.repeat(32),
  }
  expect(() => readSettings(complete)).not.toThrow()
  for (const name of ['NATS_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY']) {
    expect(() => readSettings({ ...complete, [name]: '' })).toThrow(name)
  }
  expect(() => readSettings({ ...complete, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS')
})
