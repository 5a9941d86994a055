import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { containerSecrets, type OwnServers } from './derived.ts'

/** Creates the directory, accessible only to its owner. */
export const openSecretsDirectory = (directory: string): void => {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o700)
}

/**
 * Writes the containers' secrets: files readable to any account, in a directory that only its owner may
 * enter. Each container mounts only its own folder. Returns the number of new or changed files; a second
 * run with the same key changes none.
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

/** Written atomically, so that no reader gets half a secret. */
const replace = (file: string, content: string): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content)
  chmodSync(draft, 0o644)
  renameSync(draft, file)
}
