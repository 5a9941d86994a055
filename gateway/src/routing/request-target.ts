import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Checks how a request says where it goes and how its body is framed, and brings an absolute-form target into
 * the form that everything else reads: path and query in `url`, the host in the Host header (RFC 9112, 3.2 and
 * 6.1). Answers whether the request may be answered; if not, it is 400.
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

/** Other codings than chunked are not understood, and HTTP/1.0 has none. */
const isPlainlyFramed = ({ headers, httpVersion }: IncomingMessage): boolean => {
  const coding = headers['transfer-encoding']
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked')
}

/** As a client sends it to a proxy; the host in it counts, not the one of the header. */
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
