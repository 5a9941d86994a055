import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { containerSecrets, namesNatsAccount, type OwnServers } from '../secrets/derived.ts'

type Options = {
  masterKey: string
  servers: { [Name in keyof OwnServers]-?: string }
  SMTP_URL: string
  /** OPEN_DATA_SECRET_ACCESS_KEY. */
  openDataKey: string | undefined
  /** BACKUP_SECRET_ACCESS_KEY. */
  backupKey: string | undefined
  /** Start of the names, by default the name of the chart's release. */
  prefix: string
}

/** The Secrets of the chart: one for each program and one for the migrator, each with what it reads. */
export const kubernetesSecrets = (options: Options): object => {
  const { masterKey, servers, prefix } = options
  const files = containerSecrets(masterKey, servers)
  const secretOf = (program: string, more: Record<string, string> = {}): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `${prefix}-${program}`,
      labels: { 'app.kubernetes.io/name': 'answerable', 'app.kubernetes.io/component': program },
    },
    type: 'Opaque',
    stringData: { ...more, ...files[program] },
  })
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      ...serviceNames.map((name) => secretOf(name, ownSecrets(name, options))),
      secretOf(
        'migrate',
        options.backupKey === undefined ? {} : { 'backup-secret-access-key': options.backupKey },
      ),
      ...(namesNatsAccount(servers.NATS_URL)
        ? []
        : [secretOf('nats', { 'accounts.conf': accounts() })]),
    ],
  }
}

/** Secrets of the operator, which Compose has in the environment. */
const ownSecrets = (
  name: ServiceName,
  { SMTP_URL, openDataKey }: Options,
): Record<string, string> => {
  if (name === 'auth') return { 'smtp-url': SMTP_URL }
  const hasOpenData = name === 'catalog' || name === 'gateway'
  return hasOpenData && openDataKey !== undefined
    ? { 'open-data-secret-access-key': openDataKey }
    : {}
}

/** The accounts of NATS, for the configuration of the operator's own servers. */
const accounts = (): string => {
  const file = readFileSync(join(import.meta.dirname, '../nats/nats.conf'), 'utf8')
  return `include passwords.conf\n\n${file.slice(file.indexOf('authorization {'))}`
}
