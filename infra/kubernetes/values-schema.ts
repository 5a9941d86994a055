import type { ServiceName } from '@answerable/contracts/route'
import { settingSchemas } from '../settings.ts'

/** What the chart knows of a program. */
type ChartProgram = {
  directory: string
  settings: string[]
  secrets: string[]
  calls: ServiceName[]
  reaches: ('bus' | 'database' | 'cache' | 'mail' | 'store' | 'web')[]
  memory: string
}

export type ChartPrograms = {
  common: Pick<ChartProgram, 'settings' | 'secrets'>
  backups: Pick<ChartProgram, 'settings'>
  programs: Record<ServiceName, ChartProgram>
}

const text = { type: 'string' }
const flag = { type: 'boolean' }
const list = (items: object) => ({ type: 'array', items })
const map = (values: object) => ({ type: 'object', additionalProperties: values })
const only = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  additionalProperties: false,
})
const each = (names: readonly string[], schema: object) =>
  only(Object.fromEntries(names.map((name) => [name, schema])))

const servers = ['dns', 'database', 'bus', 'cache', 'mail', 'store', 'backups', 'tracing']

const resources = only({
  cpu: { type: 'string', pattern: '^\\d+(\\.\\d+)?m?$' },
  memory: { type: 'string', pattern: '^\\d+[KMG]i$' },
})

const scale = {
  ...only({
    min: { type: 'integer', minimum: 1 },
    max: { type: 'integer', minimum: 0 },
    cpu: { type: 'integer', minimum: 1, maximum: 100 },
    requests: resources,
    limits: resources,
  }),
  required: ['min', 'requests'],
  dependentRequired: { max: ['cpu'] },
}

/** The schema of the chart's values. Settings are those of the site that its programs read. */
export const valuesSchema = ({ common, backups, programs }: ChartPrograms): object => {
  const all = settingSchemas()
  const names = [common, ...Object.values(programs), backups].flatMap(({ settings }) => settings)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...only({
      global: { type: 'object' },
      image: only({
        repository: text,
        tag: text,
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        pullSecrets: list(only({ name: text })),
      }),
      settings: only(Object.fromEntries(names.map((name) => [name, all[name] as object]))),
      secretsPrefix: text,
      certificateAuthority: only({ configMap: text }),
      countryDatabase: only({
        volume: { type: 'object' },
        file: { type: 'string', pattern: '^[\\w.-]+$' },
      }),
      openData: only({ volume: { type: 'object' } }),
      programs: each(Object.keys(programs), scale),
      dnsCacheSeconds: { type: 'integer', minimum: 0, maximum: 300 },
      places: flag,
      backups: only({
        schedule: text,
        volume: { type: 'object' },
        keepDays: { type: 'integer', minimum: 1 },
      }),
      ingress: {
        ...only({
          enabled: flag,
          className: text,
          host: text,
          tlsSecret: text,
          annotations: map(text),
        }),
        if: { properties: { enabled: { const: true } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { host: { minLength: 1 } } },
      },
      networkPolicies: only({
        enabled: flag,
        peers: each([...servers, 'ingress', 'monitoring'], list({ type: 'object' })),
        ports: each(servers, list({ type: 'integer', minimum: 1, maximum: 65_535 })),
      }),
      monitoring: only({ enabled: flag, dashboards: flag, labels: map(text) }),
    }),
    if: { properties: { backups: { properties: { schedule: { minLength: 1 } } } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      anyOf: [
        { properties: { backups: { properties: { volume: { minProperties: 1 } } } } },
        { properties: { settings: { required: ['BACKUP_STORE', 'BACKUP_RECIPIENT'] } } },
      ],
    },
  }
}
