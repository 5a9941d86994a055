import { readConfig as readAuth } from '@answerable/auth/config'
import { readConfig as readCatalog } from '@answerable/catalog/config'
import type { ServiceName } from '@answerable/contracts/route'
import { readConfig as readDiagnostics } from '@answerable/diagnostics/config'
import { readConfig as readEvidence } from '@answerable/evidence/config'
import { readConfig as readGateway } from '@answerable/gateway/config'
import { readConfig as readModeration } from '@answerable/moderation/config'
import { readConfig as readNotifications } from '@answerable/notifications/config'
import { readConfig as readRealtime } from '@answerable/realtime/config'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import type { BaseConfig, Environment } from '@answerable/service-kit/config'
import { refuseWeakPassword } from '@answerable/service-kit/connections'

const programs: Record<ServiceName, (environment: Environment) => BaseConfig> = {
  auth: readAuth,
  catalog: readCatalog,
  moderation: readModeration,
  diagnostics: readDiagnostics,
  notifications: readNotifications,
  evidence: readEvidence,
  realtime: readRealtime,
  gateway: readGateway,
}

/** Placeholders for settings that the site passes to its programs. */
const given = {
  HOST: '127.0.0.1',
  PORT: '8080',
  DATABASE_URL: 'postgres://localhost',
  CODE_KEY: Buffer.alloc(32).toString('base64url'),
  WEBHOOK_KEY: Buffer.alloc(32).toString('base64url'),
  MAILBOX_KEY: 'k'.repeat(43),
  AUTH_URL: 'http://localhost',
  CATALOG_URL: 'http://localhost',
  MODERATION_URL: 'http://localhost',
  DIAGNOSTICS_URL: 'http://localhost',
  NOTIFICATIONS_URL: 'http://localhost',
  EVIDENCE_URL: 'http://localhost',
  REALTIME_URL: 'http://localhost',
}

/** Validates the settings of every program before any of them starts. Throws ConfigError. */
export const checkPrograms = (settings: {
  PUBLIC_ORIGIN: string
  environment: Environment
}): void => {
  const { PUBLIC_ORIGIN, environment } = settings
  for (const [name, readConfig] of Object.entries(programs)) {
    const config = readConfig({
      ...environment,
      ...given,
      PUBLIC_ORIGIN,
      PASSPORT_KEYS: passportKeysFor('settings', name as ServiceName),
    })
    refuseWeakPassword(config, 'NATS_URL')
    refuseWeakPassword(config, 'REDIS_URL')
  }
}
