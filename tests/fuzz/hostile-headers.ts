import fc, { type Arbitrary } from 'fast-check'
import type { Attempt } from './attempts.ts'

type HostileHeaders = {
  note: string
  headers: Attempt['headers']
  /** Replaces the sender's own cookies. */
  cookie?: string
  mayHaveNoResponse?: boolean
}

const one = (name: string, ...values: string[]): HostileHeaders[] =>
  values.map((value) => ({ note: name, headers: [[name, value]] }))

const someId = '00000000-0000-4000-8000-000000000001'
const forgedContent = { issuer: 'gateway', audience: 'auth', viewer: { id: someId, role: 'admin' } }
const forged = Buffer.from(JSON.stringify(forgedContent)).toString('base64url')

/** Forged claims about the sender, the address and the requested path. */
const forgeries = [
  ...one('x-user-id', someId, '__proto__'),
  ...one('x-user-role', 'admin'),
  ...one('x-user-email', 'admin@example.org'),
  ...one('x-internal-user', someId),
  ...one('x-internal-service', 'moderation'),
  ...one('x-passport', `${forged}.${'A'.repeat(43)}`, forged, '', '.', 'a.b.c', 'x'.repeat(8_000)),
  ...one('x_passport', forged),
  ...one('authorization', 'Bearer x', 'Basic YTpi', 'x'.repeat(5_000)),
  ...one(
    'x-forwarded-for',
    '127.0.0.1',
    '::1',
    'unknown',
    '10.0.0.1, 127.0.0.1',
    "'",
    ','.repeat(500),
  ),
  ...one('forwarded', 'for=127.0.0.1;proto=https;host=localhost'),
  ...one('x-real-ip', '127.0.0.1'),
  ...one('x-client-ip', '127.0.0.1'),
  ...one('true-client-ip', '127.0.0.1'),
  ...one('cf-connecting-ip', '127.0.0.1'),
  ...one('x-forwarded-host', 'evil.example', 'localhost'),
  ...one('x-forwarded-proto', 'https'),
  ...one('x-forwarded-prefix', '/internal'),
  ...one('x-original-url', '/internal/account-counts'),
  ...one('x-rewrite-url', '/api/admin/stats'),
  ...one('x-http-method-override', 'DELETE'),
  ...one('x-method-override', 'PUT'),
  ...one('x-request-id', 'mine', '../../x', 'x'.repeat(4_000), '\u00e9'),
  ...one('host', 'evil.example', 'localhost:1', '', 'a b', '[::1', 'localhost, evil.example'),
]

const fromElsewhere = [
  ...one('origin', 'https://evil.example', 'null', '', 'http://localhost.evil.example', 'file://'),
  ...one('sec-fetch-site', 'cross-site', 'same-site', '', 'SAME-ORIGIN', 'none, cross-site'),
  ...one('referer', 'https://evil.example/', 'x'.repeat(6_000)),
]

const conditions = [
  ...one('if-none-match', '*', '"', 'W/"', '""', '"a", "b", W/"c"', '\u00e9', '"x"'.repeat(1_000)),
  ...one('if-match', '"x"', '*'),
  ...one('if-modified-since', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  ...one('range', 'bytes=0-0', 'bytes=5-1', `bytes=${'0-,'.repeat(1_000)}`),
  ...one('accept', 'text/html', '*/*;q=x', '', 'x'.repeat(5_000), '\u00e9'),
  ...one(
    'accept-encoding',
    'br;q=0',
    'identity;q=0',
    '*;q=0',
    'gzip;;q=;',
    ',,,',
    'br'.repeat(900),
  ),
  ...one('accept-language', '\u00e9', '*'),
  ...one('idempotency-key', '\u00e9', "'", 'a,b', someId, `${someId}, ${someId}`, '\u007f'),
]

const connections = [
  ...one('connection', 'x-passport', 'content-type, cookie', 'upgrade', 'keep-alive, close'),
  ...one('expect', '100-continue', '200-ok'),
  ...one('te', 'trailers'),
  ...one('trailer', 'x-passport'),
  ...one('via', '1.1 a'),
  ...one('max-forwards', '0'),
  ...one('upgrade', 'h2c', 'websocket', 'TLS/1.0', ''),
  ...['websocket', 'h2c', 'WebSocket'].map((protocol) => ({
    note: 'an upgrade',
    headers: [
      ['connection', 'Upgrade'],
      ['upgrade', protocol],
      ['sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
      ['sec-websocket-version', '13'],
    ] satisfies Attempt['headers'],
  })),
  { note: 'too large', headers: [['x-a', 'x'.repeat(17_000)]] },
  { note: 'too many', headers: Array.from({ length: 1_500 }, (_, i) => [`x-${i}`, 'a']) },
  { note: 'a folded line', headers: [['x-a', 'a\r\n b']] },
  { note: 'a control character', headers: [['x-a', 'a\u0001b']] },
  { note: 'NUL', headers: [['cookie', 'a\u0000b']] },
  { note: 'a lone line break', headers: [['x-a', 'a\nx-passport: b']] },
  { note: 'a space in a name', headers: [['x-a ', 'a']] },
  { note: 'no name', headers: [['', 'a']] },
  {
    note: '__proto__',
    headers: [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ],
  },
] satisfies HostileHeaders[]

const cookies: Arbitrary<HostileHeaders> = fc
  .oneof(
    fc.constantFrom(
      ...['sid=', 'sid=__proto__', 'sid=%00', 'sid=%', 'sid="', 'sid=a; sid=b', '=', ';;;', 'sid'],
      ...['__proto__=a', 'constructor=a; sid=b', '__Host-sid=a', 'flow=', 'flow=%ff', 'flow=a=b=c'],
      ...[
        `sid=${'x'.repeat(5_000)}`,
        `flow=${'x'.repeat(99)}`,
        'a=b; '.repeat(2_000),
        'sid=\u00e9',
      ],
    ),
    fc.stringMatching(/^[!-~]{0,80}$/).map((value) => `sid=${value}`),
    fc.base64String({ minLength: 40, maxLength: 48 }).map((value) => `sid=${value}; flow=${value}`),
  )
  .map((cookie) => ({ note: 'cookie', headers: [], cookie }))

const anyHeader: Arbitrary<HostileHeaders> = fc
  .tuple(
    fc.stringMatching(/^[a-z][a-z-]{0,20}$/),
    fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    }),
  )
  .filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding')
  .map(([name, value]) => ({ note: 'any', headers: [[name, value]] }))

export const hostileHeaders: Arbitrary<HostileHeaders> = fc.oneof(
  { arbitrary: fc.constantFrom(...forgeries), weight: 4 },
  { arbitrary: fc.constantFrom(...fromElsewhere), weight: 1 },
  { arbitrary: fc.constantFrom(...conditions), weight: 2 },
  { arbitrary: fc.constantFrom<HostileHeaders[]>(...connections), weight: 2 },
  { arbitrary: cookies, weight: 2 },
  { arbitrary: anyHeader, weight: 1 },
)
