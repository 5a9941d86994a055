import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { readPassportKeys } from '@answerable/service-kit/calls/passport'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listSettings } from '../settings.ts'
import { type ChartPrograms, valuesSchema } from './values-schema.ts'

type Container = {
  environment: Record<string, string>
  networks: string[]
  working_dir: string
  command: string[]
  deploy: { resources: { limits: { memory: string } } }
}

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<ServiceName | 'migrate', Container>
  networks: Record<string, { internal?: boolean } | null>
}
const file = (name: string): string => read(`infra/kubernetes/answerable/${name}`)
const { common, backups, programs } = parse(file('programs.yaml')) as ChartPrograms

/** The setting that is read from this file of a Secret. */
const settingOf = (secret: string): string => secret.toUpperCase().replaceAll('-', '_')

/** Settings of containers that a cluster sets elsewhere, or does not offer. */
const elsewhere = [
  // Set by the chart, the last three where their values are set.
  ...['METRICS_PORT', 'METRICS_HOST', 'NODE_EXTRA_CA_CERTS', 'GEO_DB_PATH', 'OPEN_DATA_DIR'],
  // The mailbox page is for a port that is published on loopback.
  ...['MAILBOX', 'MAILBOX_KEY', 'PUBLISH'],
]

test('the chart has the programs of the Compose setup', () => {
  expect(Object.keys(programs).sort()).toEqual([...serviceNames].sort())
  for (const name of serviceNames) {
    const { working_dir, command, deploy } = compose.services[name]
    expect(`/app/${programs[name].directory}`).toBe(working_dir)
    expect(command).toEqual(['node', 'src/main.ts'])
    expect(programs[name].memory).toBe(`${deploy.resources.limits.memory}i`)
  }
})

test('each program reads the settings and secrets of its container', () => {
  for (const name of serviceNames) {
    const { settings, secrets, calls } = programs[name]
    const inChart = [
      ...[...common.settings, ...settings],
      ...[...common.secrets, ...secrets].map(settingOf),
      ...calls.map((called) => `${called.toUpperCase()}_URL`),
    ]
    const inCompose = Object.keys(compose.services[name].environment)
      .map((setting) => setting.replace(/_FILE$/, ''))
      .filter((setting) => !elsewhere.includes(setting))
    expect(inChart.sort(), name).toEqual(inCompose.sort())
  }
})

test('each program reaches the servers of its container’s networks, and only evidence reaches the web', () => {
  const servers = ['bus', 'database', 'cache', 'mail', 'store', 'web']
  const store = parse(read('infra/containers/open-data-store.yml'), {
    merge: true,
  }) as typeof compose
  for (const name of serviceNames) {
    const networks = [compose.services[name], store.services[name]]
      .flatMap((container) => container?.networks ?? [])
      .filter((network) => servers.includes(network))
    expect(programs[name].reaches.toSorted(), name).toEqual(networks.toSorted())
  }
  const reaching = (server: string) =>
    serviceNames.filter((name) => programs[name].reaches.some((reached) => reached === server))
  expect(reaching('web')).toEqual(['evidence'])
  expect(reaching('mail')).toEqual(['auth'])
  expect(reaching('cache')).toEqual(['gateway'])
  expect(reaching('store').sort()).toEqual(['catalog', 'gateway'])
  expect(compose.networks).not.toHaveProperty('store')
})

test('the CronJob reads the settings of the container for backups', () => {
  const overlay = parse(read('infra/containers/backup-store.yml')) as {
    services: { migrate: Container }
  }
  const inCompose = [
    ...Object.keys(overlay.services.migrate.environment),
    ...Object.keys(compose.services.migrate.environment),
  ].filter((name) => name.startsWith('BACKUP_'))
  expect([...backups.settings, 'BACKUP_SECRET_ACCESS_KEY'].sort()).toEqual(inCompose.sort())
})

test('the schema of the values is the one of the settings', () => {
  expect(JSON.parse(file('values.schema.json'))).toEqual(
    JSON.parse(JSON.stringify(valuesSchema({ common, backups, programs }))),
  )
  const known = listSettings('every site').map(({ name }) => name)
  const offered = [common, ...Object.values(programs), backups].flatMap(({ settings }) => settings)
  expect(offered.filter((name) => !known.includes(name))).toEqual([])
})

test('the chart has the version of the code', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(parse(file('Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

const settings = {
  PUBLIC_ORIGIN: 'https://example.org',
  SECRET_KEY: 'a master key for tests, of enough length',
  DATABASE_URL: 'postgres://owner:a-password-of-length@db:5432/postgres?sslmode=verify-full',
  NATS_URL: 'tls://site:a-password-of-length@nats-0:4222,nats-1:4222',
  REDIS_URL: 'rediss+sentinel://:a-password-of-length@sentinel-0,sentinel-1/limits',
  SMTP_URL: 'smtps://site:a-password-of-length@mail',
  OPEN_DATA_STORE: 's3://open-data/answerable',
  OPEN_DATA_ENDPOINT: 'https://s3.example.org',
  OPEN_DATA_ACCESS_KEY_ID: 'answerable',
  OPEN_DATA_SECRET_ACCESS_KEY: 'key/of+the+store',
  MAIL_FROM: 'site@example.org',
  BACKUP_STORE: 's3://backups/answerable',
  BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  BACKUP_ENDPOINT: 'https://s3.example.org',
  BACKUP_ACCESS_KEY_ID: 'backups',
  BACKUP_SECRET_ACCESS_KEY: 'key/of+the+backups',
}

const printSecrets = (environment: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'print-secrets.ts'), 'site'], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  })

test('the printed Secrets have every file that the chart mounts, and no program gets another’s', () => {
  const { stdout, stderr } = printSecrets(settings)
  expect(stderr).toBe('')
  const { items } = JSON.parse(stdout) as {
    items: { metadata: { name: string }; stringData: Record<string, string> }[]
  }
  const secretOf = (name: string) =>
    items.find(({ metadata }) => metadata.name === `site-${name}`)?.stringData ?? {}
  expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(
    [...serviceNames, 'migrate'].map((name) => `site-${name}`).sort(),
  )
  for (const name of serviceNames) {
    const files = Object.keys(secretOf(name)).filter((secret) => secret !== 'mailbox-key')
    expect(files.sort(), name).toEqual([...common.secrets, ...programs[name].secrets].sort())
    expect(readPassportKeys(secretOf(name)['passport-keys'] ?? ''), name).not.toBeNull()
  }
  const migrator = compose.services.migrate.environment
  const { 'backup-secret-access-key': backupKey, ...migratorSecrets } = secretOf('migrate')
  expect(backupKey).toBe('key/of+the+backups')
  expect(Object.keys(migratorSecrets).map(settingOf).sort()).toEqual(
    Object.keys(migrator)
      .filter((setting) => setting.endsWith('_FILE'))
      .map((setting) => setting.replace(/_FILE$/, ''))
      .sort(),
  )
  for (const name of ['catalog', 'gateway'])
    expect(secretOf(name)['open-data-secret-access-key']).toBe('key/of+the+store')
  expect(secretOf('auth')).toMatchObject({ 'smtp-url': settings.SMTP_URL })
  expect(secretOf('catalog')['database-url']).toMatch(
    /^postgres:\/\/catalog:[\w-]{43}@db:5432\/answerable\?sslmode=verify-full$/,
  )
  expect(stdout).not.toContain(settings.SECRET_KEY)
  expect(JSON.stringify(serviceNames.map(secretOf))).not.toContain('owner:')
})

test('without an account in NATS_URL, each program has its own, and a Secret for the servers has them all', () => {
  const { stdout } = printSecrets({ ...settings, NATS_URL: 'tls://nats-0:4222,nats-1:4222' })
  const { items } = JSON.parse(stdout) as {
    items: { metadata: { name: string }; stringData: Record<string, string> }[]
  }
  const fileOf = (name: string, key: string): string =>
    items.find(({ metadata }) => metadata.name === `site-${name}`)?.stringData[key] ?? ''
  const passwords = fileOf('nats', 'passwords.conf')
  for (const name of serviceNames) {
    const [, password] =
      /^tls:\/\/\w+:([\w-]{43})@nats-0:4222,nats-1:4222$/.exec(fileOf(name, 'nats-url')) ?? []
    expect(fileOf(name, 'nats-url')).toMatch(`//${name}:`)
    expect(passwords).toContain(`${name.toUpperCase()}_PASSWORD: "${password}"`)
    expect(fileOf('nats', 'accounts.conf')).toContain(
      `user: ${name}, password: $${name.toUpperCase()}`,
    )
  }
  expect(fileOf('nats', 'accounts.conf')).toMatch(/^include passwords.conf\n\nauthorization {\n/)
})

test('Secrets are refused without a key, or with a weak password of a server', () => {
  for (const wrong of [
    { SECRET_KEY: '' },
    { SMTP_URL: '' },
    { DATABASE_URL: '' },
    { NATS_URL: 'nats://site:weak@nats' },
  ]) {
    const { status, stdout, stderr } = printSecrets({ ...settings, ...wrong })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(`^kubernetes-secrets: [^\n]*${Object.keys(wrong)[0]}[^\n]*\n$`),
    )
  }
})
