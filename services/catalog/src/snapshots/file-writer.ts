import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export type FileWriter = {
  /** Waits while the store is slower than the caller. */
  write: (text: string) => Promise<void>
  /** Ends the file. Size and sum are those of the compressed file. */
  close: () => Promise<{ bytes: number; sha256: string }>
  /** Ends an unfinished file. */
  abort: () => void
}

/** Compresses a file with gzip, while `store` takes the compressed bytes. */
export const openFileWriter = (
  store: (content: AsyncIterable<Buffer>) => Promise<void>,
): FileWriter => {
  const gzip = createGzip()
  const hash = createHash('sha256')
  let bytes = 0
  const written = pipeline(
    gzip,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    store,
  )
  // A failure is reported by the next `write` or `close`.
  written.catch(() => {})
  return {
    write: async (text) => {
      if (gzip.errored !== null) await written
      if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written])
    },
    close: async () => {
      gzip.end()
      await written
      return { bytes, sha256: hash.digest('hex') }
    },
    abort: () => void gzip.destroy(),
  }
}
