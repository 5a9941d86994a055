import type { Viewer } from '@answerable/contracts/sessions'

/** Meant for caches of the house alone (RFC 9213); it does not leave the gateway. */
export const sharedCacheHeader = 'cdn-cache-control'

/**
 * What visitors are answered alike may be a second old, and a minute while its service is away. A digest
 * that differs wherever the answer does saves making one of the whole answer.
 */
export const anonymousCacheControl = (
  viewer: Viewer | null,
  digest?: string,
): Readonly<Record<string, string>> =>
  viewer === null
    ? {
        [sharedCacheHeader]: 'max-age=1, stale-if-error=60',
        ...(digest === undefined ? {} : { etag: `W/"${digest.slice(0, 22)}"` }),
      }
    : {}
