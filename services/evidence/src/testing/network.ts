import { createSocket } from 'node:dgram'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, isIPv4 } from 'node:net'
import { createSecureContext, type TLSSocket } from 'node:tls'
import { type Answer, decode, encode } from 'dns-packet'

type Host = {
  /** Of the name; by default a public one. Called for each look-up. */
  addresses?: () => readonly string[]
  handler?: RequestListener
  /** By default there is none. */
  robots?: RequestListener
  /** 'never': the TLS handshake does not end. */
  certificate?: { key: string; cert: string } | 'never'
}

/** Name servers and websites on loopback, for EVIDENCE_TEST_NETWORK. */
export type TestNetwork = {
  setting: string
  /** Every name resolves to what is added here; other names do not exist. */
  host: (name: string, host?: Host) => void
  /** A DNS TXT record. */
  txt: (name: string, values: readonly string[]) => void
  /** Lets the name servers fail, or respond again. */
  setNameServers: (state: 'work' | 'fail') => void
  /** The requests that arrived, as `name/path`; connections without a request as `tls name`. */
  requests: readonly string[]
  /** The names that were looked up. */
  lookUps: readonly string[]
  stop: () => Promise<void>
}

/** An address of the public internet, to which nothing connects. */
const publicAddress = '9.9.9.9'

/** The ports are free ones unless given. */
export const startTestNetwork = async (
  ports = { names: 0, plain: 0, secure: 0 },
): Promise<TestNetwork> => {
  const hosts = new Map<string, Host>()
  const records = new Map<string, readonly string[]>()
  const requests: string[] = []
  const lookUps: string[] = []
  let areNameServersUp = true

  const answersTo = (name: string, type: string): Answer[] | null => {
    const texts = records.get(name)
    const host = hosts.get(name)
    if (texts === undefined && host === undefined) return null
    if (type === 'TXT') {
      return (texts ?? []).map((data) => ({ name, type: 'TXT' as const, ttl: 0, data: [data] }))
    }
    return (host?.addresses?.() ?? (host === undefined ? [] : [publicAddress]))
      .filter((address) => isIPv4(address) === (type === 'A'))
      .map((data) => ({ name, type: type as 'A' | 'AAAA', ttl: 0, data }))
  }
  const names = createSocket('udp4')
  names.on('message', (message, sender) => {
    const query = decode(message)
    const [question] = query.questions ?? []
    if (question === undefined) return
    const name = question.name.toLowerCase()
    lookUps.push(`${question.type} ${name}`)
    const answers = areNameServersUp ? answersTo(name, question.type) : null
    // The codes of RFC 1035: 2 for a failure, 3 for a name that does not exist.
    const code = areNameServersUp ? (answers === null ? 3 : 0) : 2
    names.send(
      encode({
        type: 'response',
        id: query.id ?? 0,
        flags: recursionFlags | code,
        questions: [question],
        answers: answers ?? [],
      }),
      sender.port,
      sender.address,
    )
  })
  await new Promise<void>((resolve) => names.bind(ports.names, '127.0.0.1', resolve))

  const respond: RequestListener = (request, response) => {
    const name = nameOf(request)
    requests.push(`${name}${request.url}`)
    // A hostile server never minds that a client is gone.
    request.socket.on('error', () => {})
    response.on('error', () => {})
    const host = hosts.get(name)
    const handler = request.url === '/robots.txt' ? (host?.robots ?? missing) : host?.handler
    ;(handler ?? hello)(request, response)
  }
  const secure = createSecureServer(
    {
      SNICallback: (name, callback) => {
        requests.push(`tls ${name}`)
        const certificate = hosts.get(name)?.certificate
        if (certificate === 'never') return
        callback(null, certificate === undefined ? undefined : createSecureContext(certificate))
      },
    },
    respond,
  )
  const plain = createServer(respond)
  const endpoints = await Promise.all([listen(plain, ports.plain), listen(secure, ports.secure)])

  return {
    setting: [`127.0.0.1:${names.address().port}`, ...endpoints].join(),
    host: (name, host = {}) => hosts.set(name, host),
    txt: (name, values) => records.set(name, values),
    setNameServers: (state) => {
      areNameServersUp = state === 'work'
    },
    requests,
    lookUps,
    stop: async () => {
      names.close()
      await Promise.all([plain, secure].map(close))
    },
  }
}

const recursionFlags = 0x0180

const nameOf = (request: IncomingMessage): string => {
  const { servername } = request.socket as TLSSocket
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return typeof servername === 'string' && servername !== host ? `${servername}≠${host}` : host
}

const missing: RequestListener = (_request, response) => {
  response.writeHead(404).end()
}

const hello: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title><p>Hello.')
}

const listen = async (server: Server, port: number): Promise<string> => {
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
