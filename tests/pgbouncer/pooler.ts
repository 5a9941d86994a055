import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@answerable/site/free-port'
import { ask } from '@answerable/site/postgres/testing/ask'
import { isListening, supervise, until } from '../faults/program.ts'
import { findPgBouncer } from '../tools/pgbouncer.ts'

export type Pooler = {
  port: number
  /** Sends SIGKILL; a supervisor restarts it. */
  kill: () => void
  isUp: () => Promise<boolean>
  /** Connections of services, and those to PostgreSQL that they share. */
  connections: () => Promise<{ clients: number; servers: number }>
  stop: () => Promise<unknown>
}

/** Fewer than the pools of the services have together, so that connections are shared. */
const poolSize = 3

/** A PgBouncer in transaction mode in front of a PostgreSQL server, with its files in this directory. */
export const startPgBouncer = async (ownerUrl: string, directory: string): Promise<Pooler> => {
  const server = new URL(ownerUrl)
  const port = await freePort()
  const [configuration, users] = ['pgbouncer.ini', 'users.txt'].map((name) => join(directory, name))
  if (configuration === undefined || users === undefined) throw new Error('no files')
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    'max_prepared_statements = 200',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    // Finds the passwords of the services.
    `auth_user = ${server.username}`,
    `admin_users = ${server.username}`,
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ]
  writeFileSync(configuration, lines.join('\n'))
  writeFileSync(users, `"${server.username}" "${server.password}"\n`)
  const program = supervise({
    command: findPgBouncer(),
    args: [configuration],
    env: { PATH: process.env.PATH },
    logFile: join(directory, 'pgbouncer.log'),
  })
  const isUp = () => isListening(port)
  await until('PgBouncer listens', isUp)
  const adminUrl = new URL(ownerUrl)
  adminUrl.port = String(port)
  adminUrl.pathname = '/pgbouncer'
  adminUrl.search = 'sslmode=disable'
  return {
    port,
    kill: program.kill,
    isUp,
    connections: async () => {
      const count = async (what: string) => (await ask(adminUrl.href, `SHOW ${what}`)).length
      return { clients: await count('CLIENTS'), servers: await count('SERVERS') }
    },
    stop: program.stop,
  }
}
