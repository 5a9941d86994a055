import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteName } from './site-name.ts'

const cache = join(import.meta.dirname, '../.cache')
mkdirSync(cache, { recursive: true })

/** All log lines of a site during the run, down to level debug. */
export const siteLog = (site: SiteName): string => join(cache, `e2e-${site}.log`)

/** A line in the log of a site that has all the content of the journeys. */
export const completeLine = 'The content of the journeys is complete.'

/** Secrets and personal data of the journeys, which no log may contain. */
export type Secret = { kind: 'address' | 'code' | 'token' | 'cookie'; text: string }

const secretsFile = join(cache, 'e2e-secrets.jsonl')

export const clearSecrets = (): void => writeFileSync(secretsFile, '')

export const recordSecret = (secret: Secret): void =>
  appendFileSync(secretsFile, `${JSON.stringify(secret)}\n`)

export const recordedSecrets = (): readonly Secret[] =>
  readFileSync(secretsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Secret)
