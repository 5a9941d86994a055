import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { ConfigError } from '@answerable/service-kit/config'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const required = {
  DATABASE_URL: 'postgres://auth@localhost/answerable',
  PASSPORT_KEYS: passportKeysFor('a key for tests only, of enough length', 'auth'),
  CODE_KEY: Buffer.alloc(32, 7).toString('base64url'),
}
const mail = {
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'Answerable <no-reply@example.org>',
}

test('every setting except the database and the keys has a default', () => {
  expect(readConfig(required)).toMatchObject({
    CODE_KEY: Buffer.alloc(32, 7),
    ADMIN_EMAILS: [],
    ADMIN_PASSKEYS: 'optional',
    ALLOWED_JURISDICTIONS: ['global'],
    MAIL_FROM: 'Answerable <no-reply@localhost>',
  })
})

test('lists are trimmed and normalised', () => {
  const lists = { ADMIN_EMAILS: ' A@Example.org , b@example.org,', ALLOWED_JURISDICTIONS: 'DE, uk' }
  expect(readConfig({ ...required, ...lists })).toMatchObject({
    ADMIN_EMAILS: ['a@example.org', 'b@example.org'],
    ALLOWED_JURISDICTIONS: ['de', 'gb'],
  })
})

test('an invalid value stops the start with one line that names it', () => {
  const wrong = {
    DATABASE_URL: 'mysql://localhost/answerable',
    SMTP_URL: 'https://mail.example.org',
    MAIL_FROM: 'nobody\r\nBcc: somebody@example.org',
    CODE_KEY: 'short',
    ADMIN_EMAILS: 'a@example.org,nobody',
    ADMIN_PASSKEYS: 'sometimes',
    ALLOWED_JURISDICTIONS: 'de,atlantis',
  }
  for (const [name, value] of Object.entries(wrong)) {
    const read = () => readConfig({ ...required, [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`))
  }
  for (const name of Object.keys(required)) {
    expect(() => readConfig({ ...required, [name]: undefined })).toThrow(ConfigError)
  }
})

test('an https site requires a mail server and a sender', () => {
  const production = { ...required, PUBLIC_ORIGIN: 'https://answerable.example.org' }
  expect(() => readConfig(production)).toThrow(/SMTP_URL, MAIL_FROM/)
  expect(() => readConfig({ ...production, SMTP_URL: mail.SMTP_URL })).toThrow(/requires MAIL_FROM/)
  expect(readConfig({ ...production, ...mail }).MAIL_FROM).toBe(mail.MAIL_FROM)
})
