import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Checks the target, the host and the framing of a request, and rewrites an absolute-form target: path and query
 * into `url`, the host into the Host header (RFC 9112, 3.2 and 6.1). Returns false if the request is invalid (400).
 */
export const acceptTarget = (request: IncomingMessage): boolean =>
  hasOneHost(request) && isPlainlyFramed(request) && takeOrigin(request)

const hasOneHost = ({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean => {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') lines += 1
  }
  if (lines === 0) return httpVersion === '1.0'
  return lines === 1 && isHost(headers.host ?? '')
}

/** Only chunked is supported, and HTTP/1.0 has no transfer codings. */
const isPlainlyFramed = ({ headers, httpVersion }: IncomingMessage): boolean => {
  const coding = headers['transfer-encoding']
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked')
}

/** As clients send it to proxies. Its host overrides the Host header. */
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)$/i

const takeOrigin = (request: IncomingMessage): boolean => {
  const { url = '' } = request
  if (url.startsWith('/') || url === '*') return true
  const [, host = '', rest = ''] = absoluteForm.exec(url) ?? []
  if (!isHost(host)) return false
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

/** A name or an address, and a port. An http address with an empty host is invalid (RFC 9110, 4.2.1). */
const hostForm = /^(?:[\w.-]+|\[([^\]]*)\])(?::\d{0,5})?$/

const isHost = (host: string): boolean => {
  const match = hostForm.exec(host)
  return match !== null && (match[1] === undefined || isIPv6(match[1]))
}
