import fc, { type Arbitrary } from 'fast-check'
import { characters } from './values.ts'

const disturbances = [
  ...['/', '//', '/.', '/..', '/../', './', '.', '..', '%2e', '%2E%2e', '%2f', '%2F', '\\', '%5c'],
  ...[
    ';',
    ';x=1',
    '%00',
    '%',
    '%zz',
    '%c0%af',
    '*',
    ':',
    ':id',
    '@',
    '#',
    '#a',
    '~',
    'é',
    '%C3%A9',
  ],
  ...['A', 'API', '/internal', '%u002f', '\u2024', '\uff0e', '//evil.example', '/%2e%2e/', '.json'],
  ...['/.git/config', '/..;/', '%0d%0aSet-Cookie:a=b', '\t', '\u00a0', '\u007f', '..%2f', '....//'],
]

const elsewhere = [
  ...['/internal/account-counts', '/internal/sessions/resolve', '/internal/../internal/accounts'],
  ...['/api/../internal/accounts', '/api/boycotts/../admin/stats', '//internal/accounts', '/ready'],
  ...['/api/auth/../../internal/accounts', '/live/../internal/accounts', '/dev/mailbox', '/ws'],
  ...['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5cetc/passwd'],
  ...['/__proto__', '/constructor', '/api/', '/api', '/API/boycotts', '/boycott/%00', '/boycott/'],
  ...['/boycott/a1B2c3D4', '/metrics', '/.env', '/index.html', '/admin/', '*', '', ' ', '?', '#'],
  ...[
    'http://evil.example/api/boycotts',
    'http://127.0.0.1/internal/accounts',
    'file:///etc/passwd',
  ],
  ...[`/${'a'.repeat(3_000)}`, `/${'a/'.repeat(1_500)}`, `/api/boycotts/${'a'.repeat(1_900)}`],
  `/api/boycotts?${'a=b&'.repeat(480)}`,
]

/** Paths that resemble those of the table, or aim at internal endpoints. */
export const hostilePaths = (paths: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(paths, fc.nat({ max: 60 }), fc.constantFrom(...disturbances))
      .map(([path, at, extra]) => `${path.slice(0, at)}${extra}${path.slice(at)}`),
    fc.tuple(paths, fc.constantFrom(...disturbances)).map(([path, extra]) => path + extra),
    fc
      .tuple(paths, fc.nat({ max: 60 }))
      .map(([path, at]) => path.slice(0, at) + path.slice(at + 1)),
    fc.tuple(paths, paths).map(([one, other]) => one + other),
    paths.map((path) => path.toUpperCase()),
    paths.map((path) => `http://127.0.0.1${path}`),
    fc.tuple(paths, fc.nat({ max: 60 })).map(([path, at]) => percentEncode(path, at)),
    fc.constantFrom(...elsewhere),
    characters.map((text) => `/${text.replace(/[\r\n ]/g, '')}`),
  )

const percentEncode = (path: string, at: number): string =>
  path.slice(0, at) +
  path.slice(at, at + 1).replace(/./, (letter) => `%${letter.charCodeAt(0).toString(16)}`) +
  path.slice(at + 1)

export const hostileQueries: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['page=1&page=2', 'page[]=1', 'page[a]=1', 'page[__proto__]=1', '__proto__[polluted]=1'],
    ...[
      'constructor[prototype][polluted]=1',
      '__proto__=1',
      'page',
      'page=',
      '=1',
      '&&&',
      '%',
      '%00=1',
    ],
    ...[
      'sort=hot%00',
      'sort=HOT',
      'sort[]=hot',
      'limit=%31',
      'page=1%20',
      'page=+1',
      'page=٣',
      '%ff=%fe',
    ],
    ...[
      'search=%00',
      'search=%ed%a0%80',
      'search=%',
      "search=';--",
      'search=%25',
      'search=%5C',
      'search=_',
    ],
    ...[
      'search=:*%20%26%20!',
      'search=a%20%26%26%20b',
      `search=${'a+'.repeat(400)}`,
      'search=((((',
    ],
    ...[
      'boost=1e3',
      'boost=-0',
      'boost=--1',
      'limit=51',
      'limit=0',
      'page=100001',
      'page=99999999999',
    ],
    ...[
      'page=100000',
      'page=100000&limit=50',
      '?page=1',
      'page=1?',
      'a#b',
      'page=1;limit=2',
      'é=ü',
    ],
  ),
  fc
    .array(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 })), { maxLength: 6 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${name}=${value}`.replace(/[\s\u0000-\u001f]/g, '')).join('&'),
    ),
  fc.webQueryParameters(),
)
