import type { OpenDataManifest } from '@answerable/contracts/open-data'

/** The last decision of the moderation log. */
export type Head = OpenDataManifest['moderationLog']

/** The bytes that are signed. */
export const manifestBytes = (manifest: OpenDataManifest): Buffer =>
  Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
