import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  manifestFile,
  type OpenDataManifest,
  openDataManifest,
  signatureFile,
} from '@answerable/contracts/open-data'
import { type PathOf, sumOf } from './downloaded.ts'

/** A manifest with a valid signature and the key that signed it. */
type SignedManifest = { manifest: OpenDataManifest; fingerprint: string }

/** A sentence describes the fault of a manifest that is not valid. */
export const readManifest = async (
  pathOf: PathOf,
  keyFile: string | undefined,
): Promise<SignedManifest | string> => {
  const content = await readFile(pathOf(manifestFile))
  const parsed = openDataManifest.safeParse(jsonIn(content))
  if (!parsed.success) return `${manifestFile} is not a manifest of open data`
  const manifest = parsed.data
  const key = keyFile === undefined ? manifest.publicKey : await readFile(keyFile, 'utf8')
  const fingerprint = fingerprintOf(key)
  const signature = await readFile(pathOf(signatureFile))
  return verify(null, content, createPublicKey(key), signature)
    ? { manifest, fingerprint }
    : `${signatureFile} is not the signature of ${manifestFile} by the key ${fingerprint}`
}

const jsonIn = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString())
  } catch {
    return null
  }
}

/** SHA-256 of the key in DER, in Base64. */
const fingerprintOf = (publicKey: string): string => {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return `SHA256:${createHash('sha256').update(der).digest('base64')}`
}

/** Compares the sums of the files that are there. Returns a sentence about the first that differs; null if none does. */
export const checkSums = async (
  pathOf: PathOf,
  { files }: Pick<OpenDataManifest, 'files'>,
): Promise<string | null> => {
  for (const { name, sha256 } of files) {
    if (!existsSync(pathOf(name))) continue
    const sum = await sumOf(pathOf(name))
    if (sum !== sha256) return `${name} has the sum ${sum} instead of ${sha256}`
  }
  return null
}
