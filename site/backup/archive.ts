import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '../start-error.ts'
import type { Digest, Row, Sequence } from './tables.ts'

/**
 * The parts of an archive, in this order: a header; for each table its name, rows and checksum; the
 * sequences; and an end mark, which proves that the archive is complete.
 */
export type Part =
  | { part: 'header'; version: 1; madeAt: string; migrations: Record<string, string[]> }
  | { part: 'table'; name: string; columns: string[] }
  | { part: 'rows'; rows: Row[] }
  | ({ part: 'digest' } & Digest)
  | { part: 'sequences'; sequences: Sequence[] }
  | { part: 'end' }

/** Writes an archive readable only by its owner: compressed lines of JSON, one for each part. */
export const writeArchive = async (path: string, parts: AsyncIterable<Part>): Promise<void> => {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(linesOf(parts)), createGzip(), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartError(`${path} already exists: choose another name.`)
    await rm(path, { force: true })
    throw error
  }
}

const linesOf = async function* (parts: AsyncIterable<Part>): AsyncGenerator<string> {
  for await (const part of parts) yield `${JSON.stringify(part)}\n`
}

/** Reads a file or standard input. Throws StartError if it is not a complete archive. */
export const readArchive = async function* (path: string | null): AsyncGenerator<Part> {
  const file = path === null ? process.stdin : createReadStream(path)
  const gunzip = createGunzip()
  // The line reader reports the error.
  const reading = pipeline(file, gunzip).catch((error: Error) => error)
  let last: Part | null = null
  try {
    for await (const line of createInterface({ input: gunzip })) {
      const part = parse(line)
      if (part === null) break
      last = part
      yield part
    }
  } catch {
    last = null
  }
  const failure = await reading
  if (failure !== undefined && 'code' in failure && failure.code === 'ENOENT')
    throw new StartError(`${path} does not exist.`)
  if (last?.part !== 'end')
    throw new StartError(`${path ?? 'The standard input'} is not a complete backup.`)
}

const parse = (line: string): Part | null => {
  try {
    return JSON.parse(line) as Part
  } catch {
    return null
  }
}
