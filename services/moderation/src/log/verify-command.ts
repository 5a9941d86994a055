import {
  ConfigError,
  databaseUrl,
  type Environment,
  parseEnvironment,
} from '@answerable/service-kit/config'
import { openCommandPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import * as z from 'zod/mini'
import { type Verdict, verifyLog } from './verify.ts'

const settings = z.object({ DATABASE_URL: databaseUrl })

/** Verifies the log of a database and prints the result in one line; returns the exit code. */
export const verifyCommand = async (environment: Environment): Promise<number> => {
  try {
    const { DATABASE_URL: url } = parseEnvironment(settings, environment)
    const log = createLog({ service: 'moderation', level: 'silent' })
    const pool = openCommandPool({ url, name: 'verify log', log })
    try {
      const verdict = await verifyLog(pool)
      process.stdout.write(`${sentenceOf(verdict)}\n`)
      return verdict.kind === 'whole' ? 0 : 1
    } finally {
      await pool.end()
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

const sentenceOf = (verdict: Verdict): string => {
  if (verdict.kind === 'whole') {
    return `The log is intact: ${counted(verdict.rows, 'decision')}, ${counted(verdict.redactedNotes, 'redacted note')}.`
  }
  const { position, decisionId, what } = verdict
  return `The log is broken at position ${position} (decision ${decisionId ?? 'unknown'}): ${what}.`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
