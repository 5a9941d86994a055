import type { Actor } from './actors.ts'
import type { Attempt } from './attempts.ts'
import type { RawRequest } from './wire.ts'

/** The actor and the network address of a request. */
export type Sender = { actor: Actor; address: string }

/** The bytes of an attempt. `target` is its target with the ids filled in. */
export const compose = (
  attempt: Attempt,
  target: string,
  { actor, address }: Sender,
): RawRequest => {
  const given = new Set(attempt.headers.map(([name]) => name))
  const cookie = attempt.cookie ?? actor.cookie
  const headers = [
    ...(given.has('host') ? [] : [['host', 'localhost']]),
    ...attempt.headers,
    ...(cookie === '' ? [] : [['cookie', cookie]]),
    // The trusted proxy adds this address, so it is the last.
    ['x-forwarded-for', address],
    ...(given.has('connection') ? [] : [['connection', 'close']]),
    ...framingHeaders(attempt),
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    head: `${attempt.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`,
    body: attempt.framing === 'chunked' ? inChunks(attempt.body) : attempt.body,
    isCutShort: attempt.framing === 'cut short',
  }
}

const missingBytes = 7

const framingHeaders = ({ framing, body }: Attempt): string[][] => {
  if (framing === 'as the headers say' || body === null) return []
  if (framing === 'chunked') return [['transfer-encoding', 'chunked']]
  const missing = framing === 'cut short' ? missingBytes : 0
  return [['content-length', String(body.length + missing)]]
}

const chunkBytes = 37

const inChunks = (body: Buffer | null): Buffer => {
  const parts: Buffer[] = []
  for (let at = 0; at < (body?.length ?? 0); at += chunkBytes) {
    const chunk = body?.subarray(at, at + chunkBytes) ?? Buffer.alloc(0)
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
