import { join, resolve } from 'node:path'
import { ConfigError } from '@answerable/service-kit/config'
import { loadEnvironment } from '../environment-file.ts'
import { readContainerSettings } from '../settings.ts'
import { openSecretsDirectory, writeSecrets } from './files.ts'
import { storedSecretKey } from './stored-key.ts'

const directory = resolve(process.argv[2] ?? join(import.meta.dirname, '../../.secrets'))

try {
  const { SECRET_KEY, ...settings } = readContainerSettings(loadEnvironment())
  openSecretsDirectory(directory)
  const masterKey = SECRET_KEY ?? (await storedSecretKey(directory))
  const written = writeSecrets(directory, masterKey, settings)
  process.stdout.write(
    written === 0
      ? `${directory} is complete; nothing was changed.\n`
      : `${written} secrets were written to ${directory}. Back it up in a private place.\n`,
  )
} catch (error) {
  process.stderr.write(`secrets: ${reasonOf(error)}\n`)
  process.exitCode = 1
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'EACCES' || code === 'EPERM'
    ? `${directory} belongs to another account`
    : String(message)
}
