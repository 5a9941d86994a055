import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { SnapshotStoreError } from '@answerable/service-kit/snapshot-store/snapshot-store'
import { StartError } from '../start-error.ts'
import { decrypted, encrypted, encrypterFor } from './encryption.ts'
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

/** Stores the bytes of an archive; takes them as fast as it can store them. */
export type Write = (content: AsyncIterable<Buffer>) => Promise<void>

/**
 * Writes an archive: compressed lines of JSON, one for each part, encrypted to the recipients (null: not
 * encrypted).
 */
export const writeArchive = async (
  parts: AsyncIterable<Part>,
  { write, recipients }: { write: Write; recipients: string | null },
): Promise<void> => {
  const encrypter = recipients === null ? null : encrypterFor(recipients)
  await pipeline(Readable.from(linesOf(parts)), createGzip(), (content) =>
    write(encrypter === null ? content : encrypted(content, encrypter)),
  )
}

/** Writes a file readable only by its owner. */
export const toFile =
  (path: string): Write =>
  async (content) => {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    try {
      await pipeline(content, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new StartError(`${path} already exists: choose another name.`)
      await rm(path, { force: true })
      throw error
    }
  }

export const toStandardOutput: Write = (content) => pipeline(content, process.stdout)

const linesOf = async function* (parts: AsyncIterable<Part>): AsyncGenerator<string> {
  for await (const part of parts) yield `${JSON.stringify(part)}\n`
}

export type Source = {
  /** For messages. */
  name: string
  content: AsyncIterable<Buffer>
}

export const fromFile = (path: string): Source => ({ name: path, content: createReadStream(path) })

export const fromStandardInput = (): Source => ({
  name: 'The standard input',
  content: process.stdin,
})

/** Throws StartError if it is not a complete archive, or `identity` (see `decrypted`) does not fit. */
export const readArchive = async function* (
  { name, content }: Source,
  identity: string | null,
): AsyncGenerator<Part> {
  const gunzip = createGunzip()
  // The line reader reports the error.
  const reading = pipeline(decrypted(content, identity), gunzip).catch((error: Error) => error)
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
    throw new StartError(`${name} does not exist.`)
  if (failure instanceof StartError || failure instanceof SnapshotStoreError) throw failure
  if (last?.part !== 'end') throw new StartError(`${name} is not a complete backup.`)
}

const parse = (line: string): Part | null => {
  try {
    return JSON.parse(line) as Part
  } catch {
    return null
  }
}
