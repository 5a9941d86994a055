import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** One request, byte for byte. */
export type RawRequest = {
  head: string
  body: Buffer | null
  /** Ends the sending side after the body, although more was announced. */
  isCutShort: boolean
}

export type RawResponse = {
  /** 0 if the connection was closed without a response. */
  status: number
  /** By lower-case name; repeated headers are joined with line breaks. */
  headers: ReadonlyMap<string, string>
  /** Decompressed. */
  body: Buffer
  milliseconds: number
  /** Whether the wait for the rest of the response was ended here. */
  isTimedOut: boolean
}

/** Prevents an endless wait for a missing response. */
const timeoutMilliseconds = 60_000

/** Sends a request on a connection of its own; returns the response, complete or not. */
export const send = (
  { port, hasBody }: { port: number; hasBody: boolean },
  request: RawRequest,
): Promise<RawResponse> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = Buffer.alloc(0)

    const finish = (isTimedOut = false): void => {
      clearTimeout(timer)
      socket.destroy()
      const response = readResponse(received, hasBody) ?? noResponse
      resolve({ ...response, isTimedOut, milliseconds: performance.now() - startedAt })
    }
    const timer = setTimeout(() => finish(true), timeoutMilliseconds)

    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (readResponse(received, hasBody)?.isWhole === true) finish()
    })
    socket.on('close', () => finish())
    // Everything received before the error still counts.
    socket.on('error', () => {})
    socket.write(Buffer.from(request.head, 'utf8'))
    if (request.body !== null) socket.write(request.body)
    if (request.isCutShort) socket.end()
  })

type Read = Omit<RawResponse, 'milliseconds' | 'isTimedOut'> & { isWhole: boolean }

const noResponse: Read = { status: 0, headers: new Map(), body: Buffer.alloc(0), isWhole: false }

const readResponse = (bytes: Buffer, hasBody: boolean): Read | null => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status === 100) return readResponse(rest, hasBody)
  const headers = headersOf(lines)
  const { body, isWhole } =
    status < 200 || status === 204 || status === 304 || !hasBody
      ? { body: Buffer.alloc(0), isWhole: true }
      : bodyOf(rest, headers)
  return { status, headers, body: isWhole ? decompressed(body, headers) : body, isWhole }
}

const decompressed = (body: Buffer, headers: ReadonlyMap<string, string>): Buffer => {
  const encoding = body.length === 0 ? undefined : headers.get('content-encoding')
  if (encoding === 'gzip') return gunzipSync(body)
  return encoding === 'br' ? brotliDecompressSync(body) : body
}

const headersOf = (lines: readonly string[]): Map<string, string> => {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  return headers
}

const bodyOf = (
  rest: Buffer,
  headers: ReadonlyMap<string, string>,
): { body: Buffer; isWhole: boolean } => {
  if (headers.get('transfer-encoding') === 'chunked') return unchunk(rest)
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  return { body: rest.subarray(0, length), isWhole: rest.length >= length }
}

const unchunk = (bytes: Buffer): { body: Buffer; isWhole: boolean } => {
  const chunks: Buffer[] = []
  let at = 0
  while (true) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return { body: Buffer.concat(chunks), isWhole: false }
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (bytes.length < start + size + 2) return { body: Buffer.concat(chunks), isWhole: false }
    if (size === 0) return { body: Buffer.concat(chunks), isWhole: true }
    chunks.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}
