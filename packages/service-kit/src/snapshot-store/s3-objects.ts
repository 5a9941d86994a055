import { Readable } from 'node:stream'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { type ByteRange, SnapshotStoreError } from './snapshot-store.ts'

export type Bucket = {
  /** URL of the server, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  /** Start of all keys, without a slash at its end; empty for none. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export type Upload = { key: string; uploadId: string }

/** The objects of a bucket. All functions throw SnapshotStoreError, after a bounded number of attempts. */
export type S3Objects = Awaited<ReturnType<typeof openS3Objects>>

export const openS3Objects = async ({ bucket: Bucket, ...server }: Bucket) => {
  // Loaded only where it is used, because it takes 15 to 20 MB of memory.
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client(clientSettings(server))
  return {
    async *list(prefix: string): AsyncGenerator<{ key: string; bytes: number }> {
      let after: string | undefined
      do {
        const page = await named(
          'list',
          client.send(
            new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: after }),
            soon,
          ),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { key: Key, bytes: Size }
        after = page.NextContinuationToken
      } while (after !== undefined)
    },
    read: async (key: string, { start, end }: ByteRange) => {
      const request = client.send(
        new s3.GetObjectCommand({ Bucket, Key: key, Range: `bytes=${start}-${end}` }),
        soon,
      )
      const found = await named('read', request.catch(nullIfMissing))
      if (!(found?.Body instanceof Readable)) return null
      return { content: found.Body, bytes: found.ContentLength ?? 0 }
    },
    put: (key: string, content: Buffer, stopping: AbortSignal) =>
      named(
        'write',
        client.send(new s3.PutObjectCommand({ Bucket, Key: key, Body: content }), {
          abortSignal: stopping,
        }),
      ),
    delete: (key: string) =>
      named('delete', client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }))),
    beginUpload: async (key: string): Promise<Upload> => {
      const { UploadId = '' } = await named(
        'write',
        client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: key })),
      )
      return { key, uploadId: UploadId }
    },
    putPart: async (
      upload: Upload,
      part: { number: number; content: Buffer },
      stopping: AbortSignal,
    ) => {
      const { ETag } = await named(
        'write',
        client.send(
          new s3.UploadPartCommand({
            Bucket,
            ...asked(upload),
            PartNumber: part.number,
            Body: part.content,
          }),
          { abortSignal: stopping },
        ),
      )
      return { ETag, PartNumber: part.number }
    },
    complete: (upload: Upload, parts: CompletedPart[]) =>
      named(
        'write',
        client.send(
          new s3.CompleteMultipartUploadCommand({
            Bucket,
            ...asked(upload),
            MultipartUpload: { Parts: parts },
          }),
        ),
      ),
    abort: (upload: Upload) =>
      named('abort', client.send(new s3.AbortMultipartUploadCommand({ Bucket, ...asked(upload) }))),
    /** Uploads in parts that were neither completed nor aborted. */
    unfinishedUploads: async (prefix: string): Promise<Upload[]> => {
      const request = client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
      // Some servers know a bucket only by its uploads here.
      const listed = await named('list', request.catch(nullIfMissing))
      return (listed?.Uploads ?? []).map(({ Key = '', UploadId = '' }) => ({
        key: Key,
        uploadId: UploadId,
      }))
    },
  }
}

const asked = ({ key, uploadId }: Upload) => ({ Key: key, UploadId: uploadId })

const clientSettings = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: Omit<Bucket, 'bucket'>) => ({
  ...{ endpoint, region, credentials: { accessKeyId, secretAccessKey } },
  // Servers other than Amazon's have no host for each bucket, and not all know these checksums.
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 3_000,
    // Until the head of the response, with the upload of a part.
    ...{ requestTimeout: 60_000, throwOnRequestTimeout: true },
    // While nothing is transferred.
    socketTimeout: 60_000,
  },
})

/** For requests that visitors wait for. */
const soon = { requestTimeout: 5_000 }

type Failure = {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

const nullIfMissing = (error: unknown): null => {
  if (
    (error as Failure).$metadata?.httpStatusCode === 404 &&
    (error as Failure).name !== 'NoSuchBucket'
  )
    return null
  throw error
}

/** Replaces errors of the client, which may contain the whole response. */
const named = async <Result>(action: string, result: Promise<Result>): Promise<Result> => {
  try {
    return await result
  } catch (error) {
    const { name, code, message, $metadata } = error as Failure
    const reason = [...new Set([code ?? name, $metadata?.httpStatusCode ?? message])].join(', ')
    throw new SnapshotStoreError(`${action}: ${reason}`)
  }
}
