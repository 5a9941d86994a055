import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { manifestFile } from '@answerable/contracts/open-data'

/** Returns the path of another file of the snapshot. */
export type PathOf = (file: string) => string

/**
 * The files beside a manifest. A browser stores each with the name of the snapshot before its own, which is then also
 * before the other names. A directory means the manifest in it.
 */
export const filesBeside = (given: string): PathOf => {
  const manifest =
    existsSync(given) && statSync(given).isDirectory() ? join(given, manifestFile) : given
  const name = basename(manifest)
  const prefix = name.endsWith(manifestFile) ? name.slice(0, -manifestFile.length) : ''
  return (file) => join(dirname(manifest), `${prefix}${file}`)
}

export const sumOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The rows of a compressed file of JSON Lines. */
export async function* rowsIn<Row>(path: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) })
  for await (const line of lines) yield JSON.parse(line) as Row
}
