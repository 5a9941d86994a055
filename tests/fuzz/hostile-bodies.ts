import { gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import type { Attempt } from './attempts.ts'
import { type Schema, valuesOf } from './values.ts'

type HostileBody = {
  note: string
  body: Buffer
  /** Replaces the JSON content type. */
  headers?: Attempt['headers']
}

/** Bodies that violate a schema, or that are sent to calls without a body. */
export const hostileBodies = (schema: Schema | null): Arbitrary<HostileBody> => {
  const valid = schema === null ? fc.constant({ value: 1 }) : valuesOf(schema)
  const json = valid.map((value) => JSON.stringify(value))
  return fc.oneof(
    { arbitrary: raw, weight: 2 },
    { arbitrary: fc.tuple(valid, fc.nat(), hostileText).map(inOneField), weight: 4 },
    fc.tuple(valid, fc.constantFrom(...extraMembers)).map(withExtraMember),
    json.map((text) => ({ note: 'twice the same names', body: Buffer.from(twiceTheNames(text)) })),
    fc.tuple(json, fc.nat()).map(cutOff),
    fc.tuple(json, fc.nat()).map(notUtf8),
    fc.tuple(json, fc.constantFrom(...contentTypes)).map(([text, [note, headers]]) => ({
      note,
      body: Buffer.from(text),
      headers,
    })),
    json.map((text) => ({ note: 'gzip', body: gzipSync(text), headers: gzip })),
    json.map((text) => ({ note: 'UTF-16', body: Buffer.from(text, 'utf16le') })),
  )
}

const gzip: Attempt['headers'] = [
  ['content-type', 'application/json'],
  ['content-encoding', 'gzip'],
]

const hostileText = fc.oneof(
  fc.constantFrom(
    ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202eevil\u202c', '\u2066\u2069'],
    ...[
      '\ufeff',
      '\u200b',
      '\u0007\u001b[31m',
      '\r\nSet-Cookie: a=b',
      '١٢٣٤٥٦',
      '１２３４５６',
      'İ',
      'ß',
    ],
    ...["'; DROP TABLE users; --", '" OR 1=1', '\\', '%00', '{{7*7}}', '../../etc/passwd'],
    ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'javascript:alert(1)'],
    ...[
      'a@b\r\nBcc: c@d.example',
      '"a b"@example.org',
      'a@[127.0.0.1]',
      `${'a'.repeat(64)}@b.example`,
    ],
    ...['a@xn--e1afmkfd.example', 'é@é.example', '__proto__', 'constructor', 'toString', 'NaN'],
    ...[
      'e\u0301'.repeat(60),
      '\u0300'.repeat(119),
      '🦆'.repeat(60),
      '\u{10ffff}',
      '\ufdfa'.repeat(110),
    ],
    ...[
      'https://www.youtube.com/watch?v="><script>',
      'https://twitter.com@evil.example/a/status/1',
    ],
    ...['a'.repeat(30_000), ' '.repeat(15_000), '\n'.repeat(5_000), '('.repeat(10_000)],
    ...['https://'.repeat(500), 'https://youtu.be/'.padEnd(1_990, 'a'), `${'a-'.repeat(900)}!`],
  ),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
)

const inOneField = ([value, place, text]: [unknown, number, string]): HostileBody => {
  const names = Object.keys(value ?? {})
  const name = names[place % Math.max(names.length, 1)] ?? 'value'
  const body = JSON.stringify({ ...(value as object), [name]: text })
  return { note: `text in ${name}`, body: Buffer.from(body) }
}

const extraMembers = [
  '"__proto__":{"polluted":true,"isAdmin":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"prototype":{"polluted":true}',
  '"toString":1',
  '"hasOwnProperty":null',
  '"isAdmin":true,"role":"admin"',
  '"":""',
] as const

const withExtraMember = ([value, member]: [unknown, string]): HostileBody => {
  const inner = JSON.stringify(value ?? {}).slice(1, -1)
  return {
    note: 'extra members',
    body: Buffer.from(`{${inner === '' ? '' : `${inner},`}${member}}`),
  }
}

const twiceTheNames = (text: string): string => {
  const inner = text.slice(1, -1)
  return inner === '' ? text : `{${inner},${inner}}`
}

const cutOff = ([text, at]: [string, number]): HostileBody => ({
  note: 'truncated JSON',
  body: Buffer.from(text.slice(0, at % text.length)),
})

const notUtf8 = ([text, at]: [string, number]): HostileBody => {
  const bytes = Buffer.from(text)
  const place = at % bytes.length
  const wrong = [
    Buffer.from([0xff]),
    Buffer.from([0xc0, 0x80]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xf5, 0x80]),
  ][at % 4]
  return {
    note: 'no UTF-8',
    body: Buffer.concat([
      bytes.subarray(0, place),
      wrong ?? Buffer.alloc(0),
      bytes.subarray(place),
    ]),
  }
}

const rawTexts = [
  ...['', ' ', '\ufeff{}', 'NaN', 'undefined', 'null', '[]', '""', '0', '-', '{', '{}}', '{"a":}'],
  ...['{"a":1,}', "{'a':1}", '/* */{}', '{"value":1e400}', '{"value":-0}', '{"value":1.0}'],
  ...['{"boostValue":9007199254740993}', '{"boostValue":1e308}', '{"expectedVersion":2147483648}'],
  ...['{"expectedVersion":9007199254740991}', '{"boostValue":-1000001}', '{"value":"\\ud800"}'],
  ...['{"\\u005f_proto__":{"polluted":true}}', '{"value":1,"value":-1}', '{"a":"\\u0000"}'],
  ...['['.repeat(5_000), '['.repeat(7_000) + ']'.repeat(7_000), '{"a":'.repeat(2_500)],
  ...['{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}', `{"a":[${'0,'.repeat(7_000)}0]}`],
  ...[`{${'"a":0,'.repeat(2_000)}"a":0}`, `{"value":${'9'.repeat(10_000)}}`, ' '.repeat(16_385)],
  ...['x'.repeat(40_000), 'x'.repeat(1_100_000), '\u0000'.repeat(100), '1'.repeat(1_000)],
]

const raw = fc
  .oneof(
    { arbitrary: fc.constantFrom(...rawTexts).map((text) => Buffer.from(text)), weight: 5 },
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((body) => ({ note: 'raw', body }))

const json = (type: string): Attempt['headers'] => [['content-type', type]]

const contentTypes: [note: string, headers: Attempt['headers']][] = [
  ['no content type', []],
  ['plain text', json('text/plain')],
  ['a form', json('application/x-www-form-urlencoded')],
  ['a form of parts', json('multipart/form-data; boundary=a')],
  ['JSON in capitals', json('APPLICATION/JSON')],
  ['another charset', json('application/json; charset=utf-16')],
  ['two types', json('application/json, text/plain')],
  ['a type of JSON', json('application/ld+json')],
  ['a broken type', json(';application/json')],
  ['a long type', json(`application/json; a=${'x'.repeat(2_000)}`)],
  ['an unknown coding', [...json('application/json'), ['content-encoding', 'br, gzip']]],
  ['a coding that is none', [...json('application/json'), ['content-encoding', 'identity']]],
  ['a false coding', [...json('application/json'), ['content-encoding', 'gzip']]],
  ['types twice', [...json('application/json'), ...json('text/plain')]],
]
