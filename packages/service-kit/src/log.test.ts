import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, scrub } from './log.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = ''
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk
      done()
    },
  })
  write(createLog({ service: 'test', level: 'trace' }, destination))
  return text
}

test('mail addresses and secrets of a query string are removed from texts', () => {
  expect(scrub('mail to <ada.l+x@example.org> failed')).toBe('mail to <[address]> failed')
  expect(scrub('GET /auth/callback?token=abc123&x=1')).toBe(
    'GET /auth/callback?token=[removed]&x=1',
  )
})

test('the path of a scoped package is not a mail address and hides none', () => {
  const line = 'at parse (/app/node_modules/@nats-io/jetstream/lib/jsutil.js:33:23)'
  expect(scrub(line)).toBe(line)
  expect(scrub('/node_modules/ada@example.org')).not.toContain('ada@')
  expect(scrub('/node_modules/@x/ada@example.org')).not.toContain('ada@')
})

test('an outage is one short line; other errors have a stack', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const line = logged((log) => log.warn({ err: away }, 'request failed'))
  expect(line).toContain('ECONNREFUSED')
  expect(line).not.toContain('"stack"')
  expect(logged((log) => log.error({ err: new Error('wrong') }, 'failed'))).toContain('log.test.ts')
})

test('an error is logged without mail addresses, including its details', () => {
  const error = Object.assign(new Error('no such user ada@example.org'), {
    detail: 'Key (email)=(ada@example.org) exists',
    parameters: ['ada@example.org'],
  })
  const text = logged((log) => log.error({ err: error }, 'failed'))
  expect(text).not.toContain('ada@example.org')
  expect(text).toContain('no such user [address]')
})

test('cookies, tokens and addresses given as fields are removed', () => {
  const secret = 'very-secret'
  const text = logged((log) =>
    log.info({
      email: secret,
      token: secret,
      request: { cookie: secret, authorization: secret, token: secret },
    }),
  )
  expect(text).not.toContain(secret)
})

test('any text stays within one line and one field of the log', () => {
  const hostile = 'x\n{"level":60,"msg":"forged"}\r\n\u001b[2J\u2028","service":"forged'
  const text = logged((log) => {
    log.info({ name: hostile }, hostile)
    log.error({ err: new Error(hostile) }, 'failed')
  })
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'test' })
  expect(text).not.toContain('\u001b')
})
