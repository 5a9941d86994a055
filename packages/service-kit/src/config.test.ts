import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { baseSettings, ConfigError, isProduction, parseEnvironment } from './config.ts'
import { passportKeysFor } from './passport.ts'

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

test('a wrong setting is named in one line', () => {
  const wrong: Record<string, string>[] = [
    { PORT: 'eighty' },
    { PORT: '70000' },
    { LOG_LEVEL: 'loud' },
    { NATS_URL: 'http://x' },
    { REDIS_URL: 'x' },
    { PASSPORT_KEYS: 'gateway>catalog=short' },
  ]
  for (const environment of wrong) {
    const name = Object.keys(environment)[0] ?? ''
    expect(() => read(environment)).toThrow(ConfigError)
    expect(() => read(environment)).toThrow(new RegExp(`^The settings are wrong: ${name} [^\n]+$`))
  }
})

test('plain http is accepted for localhost only, and https means production', () => {
  expect(() => read({ PUBLIC_ORIGIN: 'http://example.org' })).toThrow('must be https')
  expect(() => read({ PUBLIC_ORIGIN: 'https://example.org/' })).toThrow('closing slash')
  expect(isProduction(read({ PUBLIC_ORIGIN: 'https://example.org' }))).toBe(true)
  expect(isProduction(read({}))).toBe(false)
})
