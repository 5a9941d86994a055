import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { SiteName } from './site-name.ts'
import { runningDemo, siteNames } from './sites.ts'
import { recordedSecrets, siteLog } from './traces.ts'

/** The log of a running site comes from a command such as `docker compose logs --no-log-prefix`. */
const command = process.env.E2E_LOG_COMMAND ?? ''
test.skip(runningDemo !== null && command === '', 'no E2E_LOG_COMMAND tells the log of the site')

const logOf = (site: SiteName): string => {
  // Some runs are without the journey that starts it.
  const isStarted = site === 'demo' || site === 'fresh'
  if (!isStarted && !existsSync(siteLog(site))) return ''
  if (site !== 'demo' || runningDemo === null) return readFileSync(siteLog(site), 'utf8')
  return command === '' ? '' : execSync(command, { encoding: 'utf8', maxBuffer: 2 ** 30 })
}

const log = siteNames.map(logOf).join('\n')
const separators = /[\s"'<>,;{}[\]()\\]+/
/** Each word of the log once: the log repeats most of them. */
const words = [...new Set(log.split(separators))].join('\n')
const secrets = recordedSecrets()

for (const kind of ['address', 'code', 'token', 'cookie'] as const) {
  test(`the sites' logs contain no ${kind} that the journeys used`, () => {
    const used = new Set(secrets.filter((secret) => secret.kind === kind).map(({ text }) => text))
    test.skip(used.size === 0, 'only some journeys ran, and none of them used one')
    const isInLog = kind === 'code' ? isNumberInLog : isTextInLog
    expect([...used].filter(isInLog)).toEqual([])
  })
}

test("the sites' logs contain the requests, and no errors except timeouts", () => {
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.some((line) => line.includes('"route":"/api/boycotts"'))).toBe(true)
  const errors = lines.filter((line) => /"level":(50|60)/.test(line))
  const timeouts = errors.filter(isTimeout)
  for (const line of timeouts) console.log(`timeout: ${line}`)
  expect(errors.filter((line) => !timeouts.includes(line))).toEqual([])
})

const mayTimeOut = ['request failed', 'the snapshot of the open data failed, will be retried']

/**
 * A busy machine can cause timeouts. Where a visitor would notice one, its journey fails. Only the error's message is
 * matched, not its stack.
 */
const isTimeout = (line: string): boolean => {
  const { level, msg, err, leftOut } = JSON.parse(line)
  if (level !== 50 || !mayTimeOut.includes(msg)) return false
  // Of more than ten lines in a second, only the first ten are written; the others are counted.
  if (leftOut !== undefined) return true
  return /timeout|took longer than|in time$|answered 50[34]/.test(String(err?.message))
}

/** A text with a separator could not be found, and fails the test. */
const isTextInLog = (text: string): boolean =>
  separators.test(text) || words.includes(text) || words.includes(encodeURIComponent(text))

/** Only outside longer numbers. */
const isNumberInLog = (code: string): boolean =>
  new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(words)
