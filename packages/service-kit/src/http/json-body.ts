import type { IncomingMessage } from 'node:http'
import { defaultMaxBodyBytes, type Route } from '@answerable/contracts/route'
import { AppError } from '../errors.ts'

const maxDepth = 5

/**
 * Reads a JSON body within the route's limits; refuses other types and encodings, excessive depth and size.
 * Undefined if an optional body is missing.
 */
export const readJson = async (
  request: IncomingMessage,
  route: Pick<Route, 'body' | 'maxBodyBytes'>,
): Promise<unknown> => {
  if (!hasBody(request) && route.body?.safeParse(undefined).success === true) return undefined
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new AppError('not_json')
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new AppError('not_json')
  const text = await readText(request, route.maxBodyBytes ?? defaultMaxBodyBytes)
  const value = parseJson(text)
  if (depthOf(value, maxDepth) > maxDepth) {
    throw new AppError('invalid_request', { message: 'The JSON is nested too deeply.' })
  }
  return value
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const readText = async (request: IncomingMessage, maxBytes: number): Promise<string> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    throw new AppError('body_too_large')
  }
  const chunks: Buffer[] = []
  let size = 0
  // The connection must stay open for the response when an incomplete body is refused.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw new AppError('body_too_large')
    chunks.push(chunk)
  }
  return decode(Buffer.concat(chunks))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('invalid_request', { message: 'The text is not valid UTF-8.' })
  }
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', { message: 'The body is not valid JSON.' })
  }
}

/** The depth of nesting, counted up to one level beyond the limit. */
const depthOf = (value: unknown, bound: number): number => {
  if (typeof value !== 'object' || value === null) return 0
  if (bound < 0) return 1
  return 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, bound - 1)))
}
