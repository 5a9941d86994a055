import { ConfigError } from '@answerable/service-kit/config'
import { passportKeysFor } from '@answerable/service-kit/passport'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { loadWebFiles } from './pages/web-files.ts'

const complete = {
  PASSPORT_KEYS: passportKeysFor(testMasterKey, 'gateway'),
  AUTH_URL: 'http://auth:8080',
  CATALOG_URL: 'http://catalog:8080',
  MODERATION_URL: 'http://moderation:8080',
  DIAGNOSTICS_URL: 'http://diagnostics:8080',
  REALTIME_URL: 'http://realtime:8080',
}

test('stands on a few settings and defaults to trusting nobody', () => {
  expect(readConfig(complete)).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    TRUST_PROXY_HOPS: 0,
    MAILBOX: 'off',
    RATE_LIMITS: 'on',
  })
})

test('production refuses the mailbox, and to be without limits', () => {
  const production = { ...complete, PUBLIC_ORIGIN: 'https://answerable.example' }
  expect(readConfig(production)).toMatchObject({ MAILBOX: 'off' })
  expect(() => readConfig({ ...production, MAILBOX: 'on' })).toThrow(ConfigError)
  expect(() => readConfig({ ...production, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS must be on')
})

test.each([
  [{ AUTH_URL: '' }, 'AUTH_URL must be set'],
  [{ TRUST_PROXY_HOPS: 'all' }, 'TRUST_PROXY_HOPS must be a whole number'],
  [{ MAILBOX: 'yes' }, 'MAILBOX must be on, published or off'],
  [{ RATE_LIMITS: 'some' }, 'RATE_LIMITS must be on or off'],
  [{ DONATE_BITCOIN_ADDRESS: 'bc1qtypo' }, 'DONATE_BITCOIN_ADDRESS must be a Bitcoin address'],
  [{ CONTACT_EMAIL: 'the team' }, 'CONTACT_EMAIL must be a mail address'],
])('%j is told in one line', (wrong, message) => {
  expect(() => readConfig({ ...complete, ...wrong })).toThrow(message)
})

test('a WEB_DIR without a built web stops the start in one line', async () => {
  await expect(loadWebFiles('/nowhere/at/all')).rejects.toThrow('WEB_DIR cannot be read')
  await expect(loadWebFiles(import.meta.dirname)).rejects.toThrow('WEB_DIR holds no built web')
})
