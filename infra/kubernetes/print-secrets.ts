import { ConfigError } from '@answerable/service-kit/config'
import { loadEnvironment } from '../environment-file.ts'
import { readContainerSettings } from '../settings.ts'
import { kubernetesSecrets } from './secrets.ts'

/** What the Compose files of own servers set. */
const ownServers = {
  ...{ BUNDLED_POSTGRES: 'no', BUNDLED_NATS: 'no', BUNDLED_REDIS: 'no' },
  OPEN_DATA_NETWORK: 'yes',
  BACKUP_NETWORK: 'yes',
}

try {
  const settings = readContainerSettings({ ...loadEnvironment(), ...ownServers })
  const { SECRET_KEY, DATABASE_URL, NATS_URL, REDIS_URL, SMTP_URL } = settings
  if (!(SECRET_KEY && DATABASE_URL && NATS_URL && REDIS_URL && SMTP_URL))
    throw new ConfigError('Invalid settings: SECRET_KEY and SMTP_URL must be set')
  const secrets = kubernetesSecrets({
    masterKey: SECRET_KEY,
    servers: { DATABASE_URL, NATS_URL, REDIS_URL },
    SMTP_URL,
    openDataKey: settings.OPEN_DATA_SECRET_ACCESS_KEY,
    backupKey: settings.BACKUP_SECRET_ACCESS_KEY,
    prefix: process.argv[2] ?? 'answerable',
  })
  process.stdout.write(`${JSON.stringify(secrets, null, 2)}\n`)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`kubernetes-secrets: ${error.message}\n`)
  process.exitCode = 1
}
