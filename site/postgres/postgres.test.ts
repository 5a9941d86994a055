import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLog } from '@answerable/service-kit/log'
import { until } from '@answerable/service-kit/testing/until'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseAccount } from './account.ts'
import { binariesIn, findPostgresBinaries } from './binaries.ts'
import { type PostgresOptions, startPostgres } from './postgres.ts'
import { ask } from './testing/ask.ts'

const isRoot = process.getuid?.() === 0
const log = createLog({ service: 'tests', level: 'silent' })
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

it('data, port and password persist over restarts', async () => {
  const dataDirectory = temporaryDirectory()
  const first = await start({ dataDirectory })
  await ask(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  const credentials = statSync(join(dataDirectory, 'postgres.json'))
  const second = await start({ dataDirectory })
  expect(await ask(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  expect(second.ownerUrl).toBe(first.ownerUrl)
  // If root rewrote it, the site's user could not read it.
  expect(statSync(join(dataDirectory, 'postgres.json')).ino).toBe(credentials.ino)
})

it('is durable, listens on loopback only, and requires the password', async () => {
  const dataDirectory = temporaryDirectory()
  const { ownerUrl, port } = await start({ dataDirectory })
  const settings = await ask(
    ownerUrl,
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit',
       'full_page_writes', 'listen_addresses', 'unix_socket_directories', 'max_connections')`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
  })
  await expect(
    ask(`postgres://answerable_owner:wrong@127.0.0.1:${port}/postgres`, 'SELECT 1'),
  ).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(dataDirectory, 'postgres.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dataDirectory, 'postgres.log'), 'utf8')).toContain('ready to accept')
})

it(
  isRoot
    ? 'starts as root with programs and data below a folder closed to other users'
    : 'starts as an ordinary user with programs and data below a folder closed to other users',
  async () => {
    const closed = temporaryDirectory()
    chmodSync(closed, 0o700)
    const native = join(closed, 'native')
    const options = { recursive: true, verbatimSymlinks: true }
    cpSync(dirname(dirname(findPostgresBinaries().postgres)), native, options)
    const dataDirectory = join(closed, '.data')
    const binaries = binariesIn(join(native, 'bin'))
    const { ownerUrl, stop } = await start({ dataDirectory, binaries })
    expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
    // A umask of 077 gives only the owner access to the programs.
    for (const program of Object.values(binaries)) chmodSync(program, 0o700)
    const again = await start({ dataDirectory, binaries })
    expect(await ask(again.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  },
)

it('starts as an ordinary user', async () => {
  const dataDirectory = temporaryDirectory()
  const { url } = await hold(dataDirectory)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it('ends PostgreSQL when the process that started it is killed, and starts again', async () => {
  const dataDirectory = temporaryDirectory()
  const { child, pid, url } = await hold(dataDirectory)
  await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  child.kill('SIGKILL')
  await until(() => expect(isAlive(pid)).toBe(false))
  const { ownerUrl } = await start({ dataDirectory })
  expect(await ask(ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

it('survives Ctrl+C until its parent process stops it', async () => {
  const { child, pid, lines } = await hold(temporaryDirectory())
  process.kill(-(child.pid ?? 0), 'SIGINT')
  expect((await lines.next()).value).toBe('closed')
  expect(isAlive(pid)).toBe(false)
})

it('stops a leftover postmaster and starts', async () => {
  const dataDirectory = temporaryDirectory()
  const left = await start({ dataDirectory })
  await ask(left.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const { ownerUrl } = await start({ dataDirectory })
  expect(isAlive(left.pid)).toBe(false)
  expect(await ask(ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

it('starts after a killed postmaster whose process id was reused', async () => {
  const dataDirectory = temporaryDirectory()
  const killed = await start({ dataDirectory })
  const pidFile = join(dataDirectory, 'postgres', 'postmaster.pid')
  const remains = readFileSync(pidFile, 'utf8')
  process.kill(killed.pid, 'SIGKILL')
  await until(() => expect(isAlive(killed.pid)).toBe(false))
  writeFileSync(pidFile, remains.replace(/^\d+/, String(process.pid)))
  const { ownerUrl } = await start({ dataDirectory })
  expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it('takes another port when its own is taken', async () => {
  const dataDirectory = temporaryDirectory()
  const { port, stop } = await start({ dataDirectory })
  await stop()
  const squatter = createServer().listen(port, '127.0.0.1')
  cleanups.push(() => squatter.close())
  await once(squatter, 'listening')
  const again = await start({ dataDirectory })
  expect(again.port).not.toBe(port)
})

it('creates the cluster again after an interrupted first start', async () => {
  const dataDirectory = temporaryDirectory()
  mkdirSync(join(dataDirectory, 'initdb-1', 'postgres'), { recursive: true })
  const { ownerUrl } = await start({ dataDirectory })
  expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(existsSync(join(dataDirectory, 'initdb-1'))).toBe(false)
})

it('ignores the PostgreSQL variables of the user’s environment', async () => {
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('PGOPTIONS', '-c search_path=elsewhere')
  cleanups.push(() => vi.unstubAllEnvs())
  const { ownerUrl } = await start({ dataDirectory: temporaryDirectory() })
  expect(await ask(ownerUrl, 'SHOW search_path')).toEqual([{ search_path: '"$user", public' }])
})

it('refuses in one line data of another PostgreSQL version and a cluster without its password', async () => {
  const dataDirectory = temporaryDirectory()
  await (await start({ dataDirectory })).stop()
  const credentials = join(dataDirectory, 'postgres.json')
  const text = readFileSync(credentials, 'utf8')
  rmSync(credentials)
  await expect(start({ dataDirectory })).rejects.toThrow(/^.*postgres\.json is missing: .*$/)
  writeFileSync(credentials, text.replace(/"password":"[^"]*"/, '"password":"other"'))
  await expect(start({ dataDirectory })).rejects.toThrow(/^.*password authentication failed.*$/)
  writeFileSync(join(dataDirectory, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start({ dataDirectory })).rejects.toThrow(/^.*created by PostgreSQL 17.*$/)
})

const start = async (options: Omit<PostgresOptions, 'log'>) => {
  const postgres = await startPostgres({ ...options, log })
  cleanups.push(postgres.stop)
  return postgres
}

const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-postgres-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  chmodSync(directory, 0o711)
  return directory
}

type Held = { child: ChildProcess; pid: number; url: string; lines: AsyncIterator<string> }

/** Starts PostgreSQL from another process, which is never root. */
const hold = async (dataDirectory: string): Promise<Held> => {
  const script = join(import.meta.dirname, 'testing', 'hold-postgres.ts')
  const account = chooseAccount({
    cluster: join(dataDirectory, 'postgres'),
    trial: [process.execPath, '--check', script],
  })
  if (account.owner !== null) chownSync(dataDirectory, account.owner.uid, account.owner.gid)
  const { command, args, options } = account.commandLine(process.execPath, [script, dataDirectory])
  const child = spawn(command, args, {
    ...options,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const first = await lines.next()
  return { child, lines, ...(JSON.parse(first.value ?? '{}') as { pid: number; url: string }) }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
