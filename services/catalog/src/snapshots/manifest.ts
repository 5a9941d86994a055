import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile, type OpenDataManifest, signatureFile } from '@answerable/contracts/open-data'
import type { SigningKey } from './signing.ts'

/** The last decision of the moderation log. */
export type Head = OpenDataManifest['moderationLog']

/** Writes the manifest and, beside it, the signature of its bytes. */
export const writeManifest = async (
  directory: string,
  key: SigningKey,
  manifest: OpenDataManifest,
): Promise<void> => {
  const content = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(directory, manifestFile), content, { flush: true })
  await writeFile(join(directory, signatureFile), key.sign(content), { flush: true })
}
