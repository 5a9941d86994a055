import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const runbook = read('docs/runbook.md')
const allOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '').sort()

test('the runbook explains every alert', () => {
  const rules = read('infra/monitoring/prometheus/alerts.yml')
  expect(allOf(runbook, /^\| ([A-Z]\w+) \| (?!-)/gm).filter((name) => name !== 'Alert')).toEqual(
    allOf(rules, /- alert: (\w+)/g),
  )
})

test('every alert has a test in which it fires and one in which it does not', () => {
  const alerts = allOf(read('infra/monitoring/prometheus/alerts.yml'), /- alert: (\w+)/g)
  const tests = read('infra/monitoring/prometheus/alerts.test.yml')
  const firing = allOf(tests, /alertname: (\w+)\n\s+exp_alerts:\n/g)
  const quiet = allOf(tests, /alertname: (\w+), exp_alerts: \[\]/g)
  expect([...new Set(firing)]).toEqual(alerts)
  expect([...new Set(quiet)]).toEqual(alerts)
})
