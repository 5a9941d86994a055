import type { Viewer } from '@answerable/contracts/sessions'

/** For the gateway's own cache only (RFC 9213); the gateway does not forward it. */
export const sharedCacheHeader = 'cdn-cache-control'

/**
 * Anonymous responses may be one second old, or a minute while their service is unavailable. A digest that
 * identifies the response saves computing an ETag of the whole body.
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
