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
  expect(allOf(runbook, /^\| ([A-Z]\w+) \| [A-Z]/gm).filter((name) => name !== 'Alert')).toEqual(
    allOf(rules, /- alert: (\w+)/g),
  )
})
