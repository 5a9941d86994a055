import { readFile } from 'node:fs/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartError } from '../start-error.ts'

/** How every file of age begins. */
const ageHeader = Buffer.from('age-encryption.org/v1\n')

/**
 * An age encrypter for these public keys, separated by spaces. Throws StartError if one of them is invalid.
 */
export const encrypterFor = (recipients: string): Encrypter => {
  const encrypter = new Encrypter()
  for (const recipient of recipients.split(/\s+/).filter((key) => key !== '')) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      // Not named, because it may be a private key.
      throw new StartError('BACKUP_RECIPIENT must have public keys of age (age1…).')
    }
  }
  return encrypter
}

/** Encrypts in chunks of 64 KiB. */
export const encrypted = async function* (
  content: AsyncIterable<Buffer>,
  encrypter: Encrypter,
): AsyncGenerator<Buffer> {
  yield* buffers(await encrypter.encrypt(webStream(content)))
}

/**
 * The content of a backup that may be encrypted. `identity` is the path of a file with private keys, as
 * `age-keygen` writes it. Throws StartError if the key is missing or does not fit.
 */
export const decrypted = async function* (
  content: AsyncIterable<Buffer>,
  identity: string | null,
): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < ageHeader.length) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const whole = rejoined(start, chunks)
  if (!start.subarray(0, ageHeader.length).equals(ageHeader)) {
    yield* whole
    return
  }
  if (identity === null)
    throw new StartError('The backup is encrypted: add --identity FILE with its private key.')
  const decrypter = await decrypterFor(identity)
  yield* buffers(
    await decrypter.decrypt(webStream(whole)).catch((error: Error) => {
      if (!error.message.startsWith('no identity matched')) throw error
      throw new StartError(`The backup is encrypted to another key than those in ${identity}.`)
    }),
  )
}

async function* rejoined(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

const webStream = (content: AsyncIterable<Buffer>) =>
  ReadableStream.from(content as AsyncIterable<Buffer<ArrayBuffer>>)

async function* buffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream)
    yield Buffer.from(buffer, byteOffset, byteLength)
}

const decrypterFor = async (identity: string): Promise<Decrypter> => {
  const text = await readFile(identity, 'utf8').catch(() => {
    throw new StartError(`${identity} cannot be read.`)
  })
  const keys = text.split('\n').map((line) => line.trim())
  const decrypter = new Decrypter()
  try {
    const found = keys.filter((key) => key !== '' && !key.startsWith('#'))
    if (found.length === 0) throw new Error('empty')
    for (const key of found) decrypter.addIdentity(key)
  } catch {
    throw new StartError(`${identity} must have private keys of age (AGE-SECRET-KEY-1…).`)
  }
  return decrypter
}
