import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '../../infra/monitoring')

const read = (...path: string[]): string => readFileSync(join(directory, ...path), 'utf8')

export type Dashboard = {
  uid: string
  /** Trace panels have no metric expressions. */
  panels: { title: string; targets: { expr?: string }[] }[]
}

export const dashboards = (): Dashboard[] =>
  readdirSync(join(directory, 'grafana/dashboards')).map((file) =>
    JSON.parse(read('grafana/dashboards', file)),
  )

/** The alert rules without comments. */
export const alertRules = (): string =>
  read('prometheus/alerts.yml')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')

const metric = /\b(?:answerable|nodejs|process)_[a-z0-9_]+/g

/** Names of the metrics that an expression asks for, without the endings that a histogram adds. */
export const metricsIn = (text: string): string[] => [
  ...new Set((text.match(metric) ?? []).map((name) => name.replace(/_(bucket|count|sum)$/, ''))),
]

/** Names of the metrics that a program serves. */
export const metricsServed = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '')

/** What a rule or a panel may select by, beside what Prometheus adds. */
export const labelsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/([a-z_]+)=~?"/g)].map(([, label]) => label ?? ''),
    ),
  ),
]
