import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { ConfigError } from '@answerable/service-kit/config'
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
  NOTIFICATIONS_URL: 'http://notifications:8080',
  EVIDENCE_URL: 'http://evidence:8080',
  REALTIME_URL: 'http://realtime:8080',
}

test('needs few settings and trusts no proxy by default', () => {
  expect(readConfig(complete)).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    TRUST_PROXY_HOPS: 0,
    mailbox: 'off',
    RATE_LIMITS: 'on',
  })
})

test('production refuses the mailbox and disabled rate limits', () => {
  const production = { ...complete, PUBLIC_ORIGIN: 'https://answerable.example' }
  expect(readConfig({ ...production, PUBLISH: '127.0.0.1:8080' })).toMatchObject({ mailbox: 'off' })
  expect(() => readConfig({ ...production, MAILBOX: 'on' })).toThrow(ConfigError)
  expect(() => readConfig({ ...production, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS must be on')
})

test.each([
  [{ AUTH_URL: '' }, 'AUTH_URL must be set'],
  [{ TRUST_PROXY_HOPS: 'all' }, 'TRUST_PROXY_HOPS must be a whole number'],
  [{ MAILBOX: 'yes' }, 'MAILBOX must be on or off'],
  [{ MAILBOX: 'on' }, 'MAILBOX_KEY must be set'],
  [{ MAILBOX: 'on', MAILBOX_KEY: 'short' }, 'MAILBOX_KEY must have at least 32 letters and digits'],
  [{ RATE_LIMITS: 'some' }, 'RATE_LIMITS must be on or off'],
  [
    { DONATE_BITCOIN_ADDRESS: 'bc1qtypo' },
    'DONATE_BITCOIN_ADDRESS must be a valid Bitcoin address',
  ],
  [{ CONTACT_EMAIL: 'the team' }, 'CONTACT_EMAIL must be an email address'],
])('%j is reported in one line', (wrong, message) => {
  expect(() => readConfig({ ...complete, ...wrong })).toThrow(message)
})

test('a published site has no mailbox', () => {
  const published = { ...complete, MAILBOX_KEY: 'k'.repeat(43) }
  for (const PUBLISH of ['127.0.0.1:8080', '127.0.0.1:8080-8089', '[::1]:8080']) {
    expect(readConfig({ ...published, PUBLISH }).mailbox).toBe('published')
    expect(readConfig({ ...published, PUBLISH, MAILBOX: 'off' }).mailbox).toBe('off')
  }
  for (const PUBLISH of ['8080', '0.0.0.0:8080', '[::]:80', '192.0.2.7:8080', '127.0.0.1.evil:1']) {
    expect(readConfig({ ...published, PUBLISH }).mailbox).toBe('off')
    expect(() => readConfig({ ...published, PUBLISH, MAILBOX: 'on' })).toThrow(
      'MAILBOX must be off unless PUBLISH is a loopback address',
    )
  }
})

test('a WEB_DIR without a built web stops the start in one line', async () => {
  await expect(loadWebFiles('/nowhere/at/all')).rejects.toThrow('WEB_DIR cannot be read')
  await expect(loadWebFiles(import.meta.dirname)).rejects.toThrow('WEB_DIR has no web build')
})
