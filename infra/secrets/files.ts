import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { containerSecrets, type OwnServers } from './derived.ts'

/** Makes the directory, or closes it to everyone but its owner. */
export const openSecretsDirectory = (directory: string): void => {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o700)
}

/**
 * Writes what the containers need: files readable to whichever account a container runs as, in a
 * directory that only its owner may enter. Each container is given its own folder alone. Answers how many
 * files are new or changed: with the same key none at a second run.
 */
export const writeSecrets = (
  directory: string,
  masterKey: string,
  servers: OwnServers = {},
): number => {
  let written = 0
  for (const [container, files] of Object.entries(containerSecrets(masterKey, servers))) {
    const folder = join(directory, container)
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name)
      if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
      replace(file, content)
      written += 1
    }
  }
  return written
}

/** In one step, so that nobody reads half a secret. */
const replace = (file: string, content: string): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content)
  chmodSync(draft, 0o644)
  renameSync(draft, file)
}
