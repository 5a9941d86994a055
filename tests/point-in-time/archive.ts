import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@answerable/site/free-port'
import { type Account, chooseAccount } from '@answerable/site/postgres/account'
import { findPostgresBinaries } from '@answerable/site/postgres/binaries'
import { clusterIn, postgresEnvironment } from '@answerable/site/postgres/cluster'
import { findPgBackRest } from '../tools/pgbackrest.ts'
import { selfSigned } from '../tools/self-signed.ts'
import { s3Access, startS3 } from '../tools/servers.ts'

export type Archive = {
  port: number
  /** For postgresql.conf. */
  settings: Readonly<Record<string, string>>
  /** Runs pgBackRest as the account of PostgreSQL; throws what it reported. */
  run: (...parameters: string[]) => Promise<void>
  stop: () => Promise<void>
}

/**
 * An encrypted archive of pgBackRest in an S3 server, for a new cluster below `dataDirectory`.
 */
export const openArchive = async (
  directory: string,
  dataDirectory: string,
  passwordOf: () => string,
): Promise<Archive> => {
  const program = findPgBackRest()
  const cluster = clusterIn(dataDirectory)
  mkdirSync(dataDirectory)
  const account = chooseAccount({
    cluster,
    trial: [findPostgresBinaries().initdb, '--show', `--pgdata=${cluster}`],
  })
  const certificate = selfSigned('localhost')
  const files = { cert: join(directory, 's3.crt'), key: join(directory, 's3.key') }
  writeFileSync(files.cert, certificate.cert, { mode: 0o644 })
  writeFileSync(files.key, certificate.key, { mode: 0o600 })
  const s3 = await startS3({ certificate: files })
  const port = await freePort()
  const places = Object.fromEntries(
    ['lock', 'socket', 'spool'].map((name) => [name, ownPlace(directory, name, account)]),
  )
  const config = join(directory, 'pgbackrest.conf')
  writeFileSync(
    config,
    configuration({
      ...{ 'repo1-storage-port': s3.port, 'repo1-storage-ca-file': files.cert },
      ...{ 'lock-path': places.lock, 'spool-path': places.spool },
      ...{ 'pg1-path': cluster, 'pg1-port': port, 'pg1-socket-path': places.socket },
    }),
    { mode: 0o600 },
  )
  own(config, account)
  const base = [`--config=${config}`, '--stanza=answerable']
  return {
    port,
    settings: {
      unix_socket_directories: places.socket ?? '',
      archive_mode: 'on',
      archive_timeout: '60',
      archive_command: `'${program}' ${base.join(' ')} archive-push %p`,
    },
    run: async (...parameters) => {
      const { command, args, options } = account.commandLine(program, [...base, ...parameters])
      const env = { ...postgresEnvironment, PGPASSWORD: passwordOf() }
      await promisify(execFile)(command, args, { ...options, cwd: '/', env })
    },
    stop: s3.stop,
  }
}

/** As in the runbook; the rest are the ports and places of this machine. */
const configuration = (places: Readonly<Record<string, string | number | undefined>>): string => {
  const all = {
    'repo1-type': 's3',
    'repo1-path': '/answerable',
    'repo1-s3-bucket': s3Access.bucket,
    'repo1-s3-endpoint': 'localhost',
    'repo1-s3-region': 'us-east-1',
    'repo1-s3-uri-style': 'path',
    'repo1-s3-key': s3Access.accessKeyId,
    'repo1-s3-key-secret': s3Access.secretAccessKey,
    'repo1-cipher-type': 'aes-256-cbc',
    'repo1-cipher-pass': randomBytes(36).toString('base64'),
    'repo1-retention-full': 2,
    'repo1-bundle': 'y',
    'compress-type': 'zst',
    'start-fast': 'y',
    'log-level-file': 'off',
    'log-level-console': 'warn',
    'pg1-user': 'answerable_owner',
    'pg1-database': 'postgres',
    ...places,
  }
  const lines = Object.entries(all).map(([name, value]) => ({ name, line: `${name}=${value}` }))
  const isOfCluster = ({ name }: { name: string }) => name.startsWith('pg1-')
  return [
    '[global]',
    ...lines.filter((one) => !isOfCluster(one)).map(({ line }) => line),
    '[answerable]',
    ...lines.filter(isOfCluster).map(({ line }) => line),
    '',
  ].join('\n')
}

const ownPlace = (directory: string, name: string, account: Account): string => {
  const path = join(directory, name)
  mkdirSync(path)
  chmodSync(path, 0o700)
  own(path, account)
  return path
}

const own = (path: string, { owner }: Account): void => {
  if (owner !== null) chownSync(path, owner.uid, owner.gid)
}
