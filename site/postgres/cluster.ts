import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Account } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'

/** Port and password of a cluster, stored beside it, readable only by its owner. */
export type Credentials = { port: number; password: string }

const superuser = 'answerable_owner'

const majorVersion = '18'

export const clusterIn = (dataDirectory: string): string => join(dataDirectory, 'postgres')

const credentialsIn = (dataDirectory: string): string => join(dataDirectory, 'postgres.json')

/** Creates the cluster if there is none. Removes the remains of an interrupted first start. */
export const ensureCluster = async (options: {
  dataDirectory: string
  binaries: PostgresBinaries
  account: Account
}): Promise<Credentials> => {
  const { dataDirectory } = options
  const cluster = clusterIn(dataDirectory)
  if (!existsSync(cluster)) return makeCluster(options)
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== majorVersion)
    throw new StartError(
      `${cluster} was created by PostgreSQL ${version}, but this is PostgreSQL ${majorVersion}: set DATA_DIR to another directory.`,
    )
  if (!existsSync(credentialsIn(dataDirectory)))
    throw new StartError(
      `${credentialsIn(dataDirectory)} is missing: restore it, or set DATA_DIR to another directory.`,
    )
  return readCredentials(dataDirectory)
}

/** The credentials of the last start; throws if there was none. */
export const readCredentials = (dataDirectory: string): Credentials =>
  JSON.parse(readFileSync(credentialsIn(dataDirectory), 'utf8')) as Credentials

export const keepCredentials = (dataDirectory: string, credentials: Credentials): void => {
  const path = credentialsIn(dataDirectory)
  writeFileSync(`${path}.new`, `${JSON.stringify(credentials)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

const makeCluster = async (options: {
  dataDirectory: string
  binaries: PostgresBinaries
  account: Account
}): Promise<Credentials> => {
  const { dataDirectory, account } = options
  removeUnfinished(dataDirectory)
  const credentials = { port: 0, password: randomBytes(24).toString('base64url') }
  const workshop = join(dataDirectory, `initdb-${process.pid}`)
  mkdirSync(workshop, { mode: 0o700 })
  const passwordFile = join(workshop, 'password')
  writeFileSync(passwordFile, credentials.password, { mode: 0o600 })
  if (account.owner !== null)
    for (const path of [workshop, passwordFile])
      chownSync(path, account.owner.uid, account.owner.gid)
  await initdb(options, { directory: join(workshop, 'postgres'), passwordFile })
  keepCredentials(dataDirectory, credentials)
  renameSync(join(workshop, 'postgres'), clusterIn(dataDirectory))
  rmSync(workshop, { recursive: true })
  return credentials
}

const removeUnfinished = (dataDirectory: string): void => {
  for (const name of readdirSync(dataDirectory))
    if (name.startsWith('initdb-'))
      rmSync(join(dataDirectory, name), { recursive: true, force: true })
}

const initdb = async (
  { binaries, account }: { binaries: PostgresBinaries; account: Account },
  { directory, passwordFile }: { directory: string; passwordFile: string },
): Promise<void> => {
  const { command, args, options } = account.commandLine(binaries.initdb, [
    `--pgdata=${directory}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ])
  const child = spawn(command, args, {
    ...options,
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const [code] = await once(child, 'close')
  if (code === 0) return
  const reason =
    output.join('').match(/(?:error|fatal|could not)[^\n]*/i)?.[0] ?? `exit code ${code}`
  throw new StartError(`The database could not be created: ${reason}`)
}

/** Excludes the user's environment: PGDATA, PGPORT and others would change PostgreSQL's behaviour. */
export const postgresEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The superuser's URL of the database `postgres` of a running cluster. */
export const ownerUrlOf = ({ port, password }: Credentials): string =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres?${ownParameters}`

// Set here, because PGSSLMODE and PGOPTIONS of the user's environment are meant for another PostgreSQL.
const ownParameters = 'sslmode=disable&options=-c%20timezone%3DUTC'
