import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The master key stored in this directory, generated at the first start. */
export const storedSecretKey = async (directory: string): Promise<string> => {
  const file = join(directory, 'secret-key')
  if (!existsSync(file)) {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return (await readFile(file, 'utf8')).trim()
}
