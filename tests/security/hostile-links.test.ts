import type { RequestListener } from 'node:http'
import type { Writable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type LinkState, readableAddress } from '@answerable/contracts/links'
import { announceLinks, hearChecks, untilChecked } from '@answerable/evidence/testing/links'
import { startTestNetwork, type TestNetwork } from '@answerable/evidence/testing/network'
import { startTestEvidence } from '@answerable/evidence/testing/service'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import type { TestService } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../tools/self-signed.ts'

/** What is expected of a link: a state, or that it is not accepted as a link of sources at all. */
type Verdict = LinkState | 'not accepted'
type Case = { link: string; verdict: Verdict; title?: string | null }

let network: TestNetwork
let service: TestService
let checks: Awaited<ReturnType<typeof hearChecks>>
let pool: Pool
const ownCertificates = getCACertificates('default')

beforeAll(async () => {
  network = await startTestNetwork()
  service = await startTestEvidence({ EVIDENCE_TEST_NETWORK: network.setting })
  checks = await hearChecks(service.bus)
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 1, name: 'test', log })
  // The site has a way out: a website responds.
  network.host('first.example')
  await announceLinks(service.bus, {
    submissionId: 'first000',
    version: 1,
    links: ['http://first.example/'],
  })
  await untilChecked({ pool, checks: () => checks }, ['http://first.example/'])
})
afterAll(async () => {
  setDefaultCACertificates(ownCertificates)
  await pool.end()
  await service.stop()
  await network.stop()
})

const forbiddenAddresses = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.8.9.10'],
  ...['168.63.129.16', '169.254.1.1', '169.254.169.254', '172.16.0.1', '172.31.255.254'],
  ...['192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:9.9.9.9'],
  ...['::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '100::1', '2001::1', '2001:10::1'],
  ...['2001:20::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '5f00::1', 'fc00::1'],
  ...['fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', 'ff0e::1'],
]

/** Links to addresses that are not public, in every spelling that a URL allows, and to no host at all. */
const oddLinks: Case[] = [
  ...[
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://①②⑦.⓪.⓪.①/',
    'http://0/',
    'https://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost./',
  ].map((link) => ({ link, verdict: 'unreachable' as const })),
  ...[
    'http://localhost/',
    'http://postgres:5432/',
    'http://first.example:8080/',
    'http://first.example:22/',
    'http://user@first.example/',
    'http://user:password@first.example/',
    'ftp://first.example/',
    'file:///etc/passwd',
    'gopher://first.example/',
    'data:text/html,<title>x</title>',
    'javascript:alert(1)',
    'http://[fe80::1%25eth0]/',
    'http://256.256.256.256/',
    `http://first.example/${'a'.repeat(2_000)}`,
  ].map((link) => ({ link, verdict: 'not accepted' as const })),
]

/** Check these links at once, and compare each result. */
const expectVerdicts = async (submissionId: string, cases: readonly Case[]): Promise<void> => {
  const accepted = cases.flatMap((one) => {
    const address = readableAddress(one.link)
    expect({ link: one.link, isAccepted: address !== null }).toEqual({
      link: one.link,
      isAccepted: one.verdict !== 'not accepted',
    })
    return address === null ? [] : [{ ...one, address }]
  })
  const links = accepted.map(({ address }) => address)
  // What catalog would never send is not read either.
  const raw = cases.flatMap(({ link, verdict }) => (verdict === 'not accepted' ? [link] : []))
  await announceLinks(service.bus, { submissionId, version: 1, links: [...links, ...raw] })
  const checkOf = (address: string) => checks.findLast((one) => one.address === address)
  const found = () =>
    accepted.flatMap(({ link, address, title }) => {
      const check = checkOf(address)
      if (check === undefined) return []
      return [
        { link, verdict: check.state, ...(title === undefined ? {} : { title: check.title }) },
      ]
    })
  const unreachable = accepted.flatMap(({ address, verdict }) =>
    verdict === 'unreachable' ? [address] : [],
  )
  await untilChecked({ pool, checks: () => checks }, links, { unreachable: () => unreachable })
  expect(found()).toEqual(accepted.map(({ address: _, ...one }) => one))
}

/** No request and no handshake arrived for the host. */
const expectNoConnection = (hosts: readonly string[]): void => {
  const names = new Set(network.requests.map((request) => request.replace(/^tls |\/.*$/g, '')))
  expect(hosts.filter((host) => names.has(host))).toEqual([])
}

const requestsToFirst = () =>
  network.requests.filter((request) => request.startsWith('first')).length

test('names and spellings of addresses that are not public get no connection', async () => {
  const earlier = requestsToFirst()
  expect(earlier).toBeGreaterThan(0)
  const named = forbiddenAddresses.map((address, at) => {
    const name = `forbidden${at}.example`
    network.host(name, { addresses: () => [address] })
    return { name, link: `${at % 2 === 0 ? 'http' : 'https'}://${name}/` }
  })
  const mixed = [
    ['9.9.9.9', '10.0.0.1'],
    ['2600::1', '127.0.0.1'],
    ['9.9.9.9', '::1'],
  ].map((addresses, at) => {
    const name = `mixed${at}.example`
    network.host(name, { addresses: () => addresses })
    return { name, link: `http://${name}/` }
  })
  const all = [...named, ...mixed]
  await expectVerdicts('forbid01', [
    ...all.map(({ link }) => ({ link, verdict: 'unreachable' as const })),
    ...oddLinks,
  ])
  expectNoConnection(all.map(({ name }) => name))
  const own = oddLinks.flatMap(({ link }) => URL.parse(link)?.hostname ?? [])
  expectNoConnection(own.filter((host) => host !== 'first.example'))
  expect(requestsToFirst()).toBe(earlier)
})

test('a name that changes between look-up and connection, and redirects, lead to no other address', async () => {
  let lookUpsOfRebound = 0
  network.host('rebound.example', {
    addresses: () => {
      lookUpsOfRebound += 1
      // Two look-ups (IPv4 and IPv6) for robots.txt are public; then the page is not.
      return lookUpsOfRebound <= 2 ? ['9.9.9.9'] : ['127.0.0.1']
    },
  })
  network.host('private.example', { addresses: () => ['192.168.0.10'] })
  const cases: Case[] = [{ link: 'http://rebound.example/', verdict: 'unreachable' }]
  const redirecting = (status: number, location: string, verdict: Verdict, title?: string) => {
    const name = `redirect${cases.length}.example`
    network.host(name, {
      handler: (_request, response) => {
        response.writeHead(status, { location }).end()
      },
    })
    cases.push({
      link: `http://${name}/`,
      verdict,
      ...(title === undefined ? {} : { title }),
    })
  }
  for (const status of [301, 302, 303, 307, 308]) {
    redirecting(status, 'http://127.0.0.1/', 'unreachable')
    redirecting(status, 'https://private.example/', 'unreachable')
  }
  for (const location of [
    'http://[::ffff:169.254.169.254]/',
    'http://0x7f000001/',
    '//127.1/',
    'http://first.example:22/',
    'http://user:password@first.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://postgres/',
    'http://[',
  ]) {
    redirecting(302, location, 'unreachable')
  }
  // These statuses do not redirect.
  for (const status of [300, 304, 305, 306]) {
    redirecting(status, 'http://127.0.0.1/', 'unreachable')
  }
  network.host('target1.example')
  network.host('target2.example')
  redirecting(302, 'http://target1.example/page', 'works', 'Hello')
  redirecting(301, 'http://target2.example/page', 'moved', 'Hello')
  for (const [name, last] of [
    ['chain', 5],
    ['longchain', 6],
  ] as const) {
    for (let hop = 0; hop < last; hop += 1) {
      network.host(`${name}${hop}.example`, {
        handler: (_request, response) => {
          response.writeHead(302, { location: `http://${name}${hop + 1}.example/` }).end()
        },
      })
    }
    network.host(`${name}${last}.example`)
  }
  cases.push({ link: 'http://chain0.example/', verdict: 'works' })
  cases.push({ link: 'http://longchain0.example/', verdict: 'unreachable' })
  network.host('refresh.example', {
    handler: (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', refresh: '0; url=http://127.0.0.1/' })
        .end('<meta http-equiv="refresh" content="0; url=http://private.example/"><p>Text')
    },
  })
  cases.push({ link: 'http://refresh.example/', verdict: 'works', title: null })
  network.host('endless-rules.example', { robots: endless('Allow: /\n') })
  network.host('silent-rules.example', { robots: () => {} })
  network.host('one-line-rules.example', { robots: endless('Allow: / ') })
  network.host('spaced-rules.example', {
    robots: text(`allow: a${' '.repeat(4_000)}\u2028x\n`.repeat(100)),
  })
  network.host('bomb-rules.example', {
    robots: (_request, response) => {
      const bomb = gzipSync(Buffer.alloc(64_000_000, 'Disallow: /other\n'))
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    },
  })
  network.host('private-rules.example', {
    robots: (_request, response) => {
      response.writeHead(302, { location: 'http://private.example/robots.txt' }).end()
    },
  })
  network.host('failing-rules.example', {
    robots: (_request, response) => {
      response.writeHead(500).end()
    },
  })
  network.host('excluding.example', { robots: text('User-agent: *\nDisallow: /story') })
  network.host('naming.example', {
    robots: text('User-agent: *\nDisallow: /\n\nUser-agent: answerable-linkcheck\nAllow: /'),
  })
  cases.push(
    { link: 'http://endless-rules.example/', verdict: 'works' },
    { link: 'http://silent-rules.example/', verdict: 'unreachable' },
    { link: 'http://one-line-rules.example/', verdict: 'works' },
    { link: 'http://spaced-rules.example/', verdict: 'works' },
    { link: 'http://bomb-rules.example/', verdict: 'works' },
    { link: 'http://private-rules.example/', verdict: 'unreachable' },
    { link: 'http://failing-rules.example/', verdict: 'unreachable' },
    { link: 'http://excluding.example/story/1', verdict: 'refused' },
    { link: 'http://naming.example/story/1', verdict: 'works' },
  )
  await expectVerdicts('redirect', cases)
  expectNoConnection(['127.0.0.1', 'private.example', 'postgres', 'longchain6.example'])
  expect(network.requests.filter((one) => one.startsWith('rebound.example'))).toEqual([
    'rebound.example/robots.txt',
  ])
  expect(network.requests).not.toContain('excluding.example/story/1')
  expect(network.requests.filter((one) => one.includes('≠'))).toEqual([])
})

/** Bytes that a server wrote to a client that should have stopped reading. */
let written = 0
/** Endless responses. */
let pours = 0
const pour = (response: Writable, chunk: Buffer): void => {
  pours += 1
  const more = (): void => {
    while (!response.destroyed) {
      written += chunk.length
      if (!response.write(chunk)) return
    }
  }
  response.on('drain', more)
  more()
}
const endless =
  (chunk: string, type = 'text/plain'): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    pour(response, Buffer.from(chunk.repeat(Math.ceil(65_536 / chunk.length))))
  }
const text =
  (content: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(content)
  }
const html =
  (content: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(content)
  }
const raw =
  (...parts: string[]): RequestListener =>
  ({ socket }) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
/** Sends this and then one byte after another, for as long as the client waits. */
const drip =
  (start: string, byte: string): RequestListener =>
  ({ socket }) => {
    socket.write(start)
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer)
      else socket.write(byte)
    }, 50)
  }

const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n'
/** Sends this and then the other again and again, for as long as the client reads. */
const flood =
  (start: string, repeated: string): RequestListener =>
  ({ socket }) => {
    socket.write(start)
    pour(socket, Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length))))
  }

test('hostile bodies, headers and certificates get a verdict, within bounds', async () => {
  const bomb = Buffer.alloc(64_000_000, '<p>A</p>')
  const page = '<title>Title</title><p>Text.'
  const hosts: Record<string, [RequestListener, Verdict, (string | null)?]> = {
    endless: [endless('<p>A</p>', 'text/html'), 'works'],
    'endless-bytes': [endless('\u0000\u00ff', 'application/pdf'), 'works', null],
    'endless-title': [endless('<title>', 'text/html'), 'works'],
    'endless-attribute': [endless('<p a="', 'text/html'), 'works'],
    deep: [html(`<title>Deep</title>${'<div>'.repeat(200_000)}`), 'works', 'Deep'],
    'unclosed-tags': [html(`${'<a>'.repeat(200_000)}${'</b>'.repeat(200_000)}`), 'works'],
    huge: [html(`${page}${'A'.repeat(30_000_000)}`), 'works', 'Title'],
    silent: [() => {}, 'unreachable'],
    'slow-body': [drip(`HTTP/1.1 200 OK\r\n\r\n${page}`, 'a'), 'unreachable'],
    'slow-headers': [drip('HTTP/1.1 200 OK\r\nx-slow: ', 'a'), 'unreachable'],
    'endless-headers': [
      raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`),
      'unreachable',
    ],
    'many-headers': [raw(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}\r\n`), 'unreachable'],
    'no-http': [raw('SSH-2.0-OpenSSH_9.6\r\n'), 'unreachable'],
    nothing: [raw(), 'unreachable'],
    'short-length': [raw(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${page}`), 'works', null],
    'long-length': [raw(`HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n${page}`), 'unreachable'],
    'two-lengths': [
      raw(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${page}`),
      'unreachable',
    ],
    'no-chunks': [
      raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
      'unreachable',
    ],
    'gzip-bomb': [html(gzipSync(bomb), { 'content-encoding': 'gzip' }), 'works'],
    'nested-bomb': [
      html(gzipSync(gzipSync(bomb)), { 'content-encoding': 'gzip, gzip' }),
      'works',
      null,
    ],
    'br-bomb': [html(brotliCompressSync(bomb), { 'content-encoding': 'br' }), 'works', null],
    'deflate-bomb': [html(deflateSync(bomb), { 'content-encoding': 'deflate' }), 'works', null],
    'zstd-bomb': [html(zstdCompressSync(bomb), { 'content-encoding': 'zstd' }), 'works', null],
    'endless-hints': [flood('', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'), 'unreachable'],
    'endless-extension': [flood(`${chunked}1;`, 'a'), 'unreachable'],
    'no-gzip': [html(page, { 'content-encoding': 'gzip' }), 'unreachable'],
    'cut-gzip': [
      html(gzipSync(page).subarray(0, -6), { 'content-encoding': 'gzip' }),
      'unreachable',
    ],
    gzip: [html(gzipSync(page), { 'content-encoding': 'gzip' }), 'works', 'Title'],
    'script-title': [
      html('<title><script>alert(1)</script> &amp; <b>bold</b></title>'),
      'works',
      '<script>alert(1)</script> & <b>bold</b>',
    ],
    'bidi-title': [
      html('<title>a\u202eb\u2066c\u200b\u0007&#x202e;d\ne</title>'),
      'works',
      'abcd e',
    ],
    'long-title': [html(`<title>${'😀'.repeat(500)}</title>`), 'works', '😀'.repeat(100)],
    'svg-title': [html('<svg><title>Icon</title></svg><title>Page</title>'), 'works', 'Page'],
    'latin-title': [
      html(Buffer.from('<title>Caf\xe9</title>', 'latin1'), {
        'content-type': 'text/html; charset=iso-8859-1',
      }),
      'works',
      'Café',
    ],
    'meta-title': [
      html(Buffer.from('<meta charset="windows-1252"><title>Caf\xe9 \x80</title>', 'latin1'), {
        'content-type': 'text/html',
      }),
      'works',
      'Café €',
    ],
    'strange-charset': [
      html('<title>Plain</title>', { 'content-type': 'text/html; charset=utf-7' }),
      'works',
      'Plain',
    ],
    cookies: [html(page, { 'set-cookie': 'id=1' }), 'works', 'Title'],
    'status-404': [(_request, response) => response.writeHead(404).end(), 'gone'],
    'status-401': [(_request, response) => response.writeHead(401).end(), 'refused'],
    'status-429': [(_request, response) => response.writeHead(429).end(), 'refused'],
    'status-451': [(_request, response) => response.writeHead(451).end(), 'refused'],
    'status-503': [(_request, response) => response.writeHead(503).end(), 'unreachable'],
    'status-999': [raw('HTTP/1.1 999 Request denied\r\n\r\n'), 'unreachable'],
  }
  const cases: Case[] = Object.entries(hosts).map(([name, [handler, verdict, title]]) => {
    network.host(`${name}.example`, { handler })
    return {
      link: `http://${name}.example/`,
      verdict,
      ...(title === undefined ? {} : { title }),
    }
  })
  const valid = selfSigned('secure.example')
  const expired = selfSigned('expired.example', Date.now() - 60_000)
  const another = selfSigned('another.example')
  setDefaultCACertificates([...ownCertificates, valid.cert, expired.cert, another.cert])
  network.host('secure.example', { certificate: valid })
  network.host('expired.example', { certificate: expired })
  network.host('wrong-name.example', { certificate: another })
  network.host('self-signed.example', { certificate: selfSigned('self-signed.example') })
  network.host('no-certificate.example')
  network.host('endless-handshake.example', { certificate: 'never' })
  cases.push(
    { link: 'https://secure.example/', verdict: 'works', title: 'Hello' },
    { link: 'https://expired.example/', verdict: 'unreachable' },
    { link: 'https://wrong-name.example/', verdict: 'unreachable' },
    { link: 'https://self-signed.example/', verdict: 'unreachable' },
    { link: 'https://no-certificate.example/', verdict: 'unreachable' },
    { link: 'https://endless-handshake.example/', verdict: 'unreachable' },
    // Port 443 without TLS, and port 80 with it.
    { link: 'http://secure.example:443/', verdict: 'unreachable' },
    { link: 'https://first.example:80/', verdict: 'unreachable' },
  )
  written = 0
  pours = 0
  await expectVerdicts('bodies01', cases)
  // Each endless response: 2 to 6 MB, and the bytes in transit.
  expect(pours).toBeGreaterThanOrEqual(6)
  expect(written).toBeLessThan(pours * 16_000_000)
})
