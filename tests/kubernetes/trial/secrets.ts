import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { chart } from '../helm.ts'

export const release = 'trial'

/** Settings that the site and its Secrets share. */
export const settings = {
  PUBLIC_ORIGIN: 'https://trial.example',
  MAIL_FROM: 'site@trial.example',
}

export type Secret = { metadata: { name: string }; stringData: Record<string, string> }

type TrialSecrets = {
  /** The Secrets of the site. */
  site: Secret[]
  /** The Secrets of the servers: the accounts of NATS, and other passwords. */
  servers: Secret[]
}

/** The Secrets as an operator prints them, for servers in this namespace. */
export const newSecrets = (namespace: string): TrialSecrets => {
  const passwords = { postgres: newPassword(), redis: newPassword() }
  const natsHosts = [0, 1, 2].map((at) => `nats-${at}.nats.${namespace}:4222`)
  const printed = print({
    ...settings,
    SECRET_KEY: randomBytes(48).toString('base64'),
    // The mail server of the trial has no certificate.
    SMTP_URL: `smtp://mail.${namespace}:2525?requireTLS=false`,
    DATABASE_URL: `postgres://postgres:${passwords.postgres}@postgres.${namespace}:5432/postgres`,
    // Without an account, so that each service has its own.
    NATS_URL: `nats://${natsHosts.join(',')}`,
    REDIS_URL: `redis://:${passwords.redis}@redis.${namespace}:6379`,
  })
  const isOfNats = ({ metadata }: Secret): boolean => metadata.name === `${release}-nats`
  const own = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'servers' },
    stringData: passwords,
  }
  return {
    site: printed.filter((secret) => !isOfNats(secret)),
    servers: [...printed.filter(isOfNats), own],
  }
}

const newPassword = (): string => randomBytes(24).toString('base64url')

const print = (environment: Record<string, string>): Secret[] => {
  const script = join(chart, '../print-secrets.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, release], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as { items: Secret[] }).items
}
