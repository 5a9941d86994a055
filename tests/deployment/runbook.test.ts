import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const runbook = read('docs/runbook.md')
const allOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '').sort()

test('the runbook says of every alert what it means, and of no other', () => {
  const rules = read('infra/monitoring/prometheus/alerts.yml')
  expect(allOf(runbook, /^\| ([A-Z]\w+) \| [A-Z]/gm).filter((name) => name !== 'Alert')).toEqual(
    allOf(rules, /- alert: (\w+)/g),
  )
})

test('every command that the runbook names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = new Set([
    ...allOf(runbook, /npm run ([\w:-]+)/g),
    ...allOf(runbook, /`([a-z-]+)` of `auth`/g),
  ])
  expect(commands.size).toBeGreaterThan(4)
  for (const command of commands) expect(scripts).toHaveProperty(command)
})
