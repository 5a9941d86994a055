import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '../start-error.ts'
import type { Digest, Row, Sequence } from './tables.ts'

/**
 * What an archive is made of, in this order: a header, of each table its name, its rows and what they must
 * add up to, the sequences, and the end, without which it is not whole.
 */
export type Part =
  | { part: 'header'; version: 1; madeAt: string; migrations: Record<string, string[]> }
  | { part: 'table'; name: string; columns: string[] }
  | { part: 'rows'; rows: Row[] }
  | ({ part: 'digest' } & Digest)
  | { part: 'sequences'; sequences: Sequence[] }
  | { part: 'end' }

/** Writes an archive that only its owner may read: a line of JSON for each part, compressed. */
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

/** Reads a file, or the standard input. Throws StartError where that is no archive, or not a whole one. */
export const readArchive = async function* (path: string | null): AsyncGenerator<Part> {
  const file = path === null ? process.stdin : createReadStream(path)
  const gunzip = createGunzip()
  // Told by the lines, which then end or fail.
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
