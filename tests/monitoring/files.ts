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

/** Names of the metrics in an expression, without the suffixes of histograms. */
export const metricsIn = (text: string): string[] => [
  ...new Set((text.match(metric) ?? []).map((name) => name.replace(/_(bucket|count|sum)$/, ''))),
]

/** Names of the metrics that a program exports. */
export const metricsServed = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '')

/** The labels that a rule or panel may select by, including those that Prometheus adds. */
export const labelsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/([a-z_]+)=~?"/g)].map(([, label]) => label ?? ''),
    ),
  ),
]
