import type { CompletedPart } from '@aws-sdk/client-s3'
import type { S3Objects, Upload } from './s3-objects.ts'

/** All parts but the last have this size: the smallest that servers accept. A file can have 10,000 parts. */
export const partBytes = 5 * 1_048_576

/** Uploads a file of unknown size. Has one part in memory, and stores it before it collects the next one. */
export const uploadInParts = async (
  objects: S3Objects,
  { key, stopping }: { key: string; stopping: AbortSignal },
  content: AsyncIterable<Buffer>,
): Promise<void> => {
  let upload: Upload | null = null
  const parts: CompletedPart[] = []
  try {
    for await (const { part, isLast } of partsOf(content)) {
      stopping.throwIfAborted()
      if (isLast && upload === null) {
        await objects.put(key, part, stopping)
        return
      }
      upload ??= await objects.beginUpload(key)
      const numbered = { number: parts.length + 1, content: part }
      parts.push(await objects.putPart(upload, numbered, stopping))
    }
    if (upload !== null) await objects.complete(upload, parts)
  } catch (error) {
    // If this fails too, `deleteUnfinished` finds the upload.
    if (upload !== null && !stopping.aborted) await objects.abort(upload).catch(() => {})
    throw error
  }
}

/** Parts of exactly the same size, which some servers demand. A part is valid until the next one is requested. */
async function* partsOf(content: AsyncIterable<Buffer>) {
  const part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of content) {
    for (let taken = 0; taken < chunk.length; ) {
      if (filled === partBytes) {
        yield { part, isLast: false }
        filled = 0
      }
      const copied = chunk.copy(part, filled, taken)
      taken += copied
      filled += copied
    }
  }
  yield { part: part.subarray(0, filled), isLast: true }
}
