import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithParent } from '@answerable/site/end-with-parent'
import { freePort } from '@answerable/site/free-port'
import { findNatsServer } from './nats-server.ts'
import { findRclone } from './rclone.ts'
import { findRedisServer } from './redis-server.ts'

export type TestServer = {
  url: string
  port: number
  pid: number
  /** Stops it and deletes its data, unless a directory was given. */
  stop: () => Promise<void>
  /** Freezes, thaws or kills it; call `stop` after a kill. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => void
}

export type Place = {
  /** A fixed port, for restarts. */
  port?: number
  /** A data directory that survives a stop. */
  directory?: string
}

/** PEM files of the certificate that a server shows. It then refuses connections without TLS. */
export type CertificateFiles = { cert: string; key: string }

type NatsPlace = Place & {
  certificate?: CertificateFiles
  /** Serves the server's counts. */
  monitoringPort?: number
  /** The port that connects it to the others of its cluster, and theirs. */
  cluster?: { port: number; others: readonly number[] }
}

/** A real NATS server with JetStream on a free loopback port. */
export const startNats = ({
  certificate,
  monitoringPort,
  cluster,
  ...place
}: NatsPlace = {}): Promise<TestServer> =>
  startServer(findNatsServer(), place, ({ port, directory }) => ({
    url: `${certificate === undefined ? 'nats' : 'tls'}://127.0.0.1:${port}`,
    args: [
      ...['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory],
      ...(monitoringPort === undefined ? [] : ['-m', String(monitoringPort)]),
      ...(certificate === undefined
        ? []
        : ['--tls', '--tlscert', certificate.cert, '--tlskey', certificate.key]),
      ...(cluster === undefined ? [] : clusterArguments(cluster)),
    ],
  }))

const clusterArguments = ({ port, others }: Required<NatsPlace>['cluster']): string[] => [
  ...['-n', `nats-${port}`, '--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${port}`],
  ...['--routes', others.map((other) => `nats://127.0.0.1:${other}`).join(',')],
]

/** A server with one of our configuration files; only addresses and ports are replaced. */
export const startNatsWith = async (configuration: string): Promise<TestServer> => {
  const monitoringPort = await freePort()
  return startServer(findNatsServer(), {}, ({ port }) => ({
    url: `nats://127.0.0.1:${port}`,
    args: [
      ...['-c', configuration, '-a', '127.0.0.1'],
      ...['-p', String(port), '-m', String(monitoringPort)],
    ],
  }))
}

type RedisPlace = Place & { password?: string; replicaOf?: number }

/** A real Redis server on a free loopback port. */
export const startRedis = ({
  password,
  replicaOf,
  ...place
}: RedisPlace = {}): Promise<TestServer> =>
  startServer(findRedisServer(), place, ({ port, directory }) => ({
    url: `redis://127.0.0.1:${port}`,
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', directory, '--save', ''],
      ...(password === undefined ? [] : ['--requirepass', password, '--masterauth', password]),
      ...(replicaOf === undefined ? [] : ['--replicaof', '127.0.0.1', String(replicaOf)]),
    ],
  }))

/** One of three sentinels of the Redis server at a port, which they name `limits`. */
export const startSentinel = (server: { port: number; password: string }): Promise<TestServer> =>
  startServer(findRedisServer(), {}, ({ port, directory }) => {
    const file = join(directory, 'sentinel.conf')
    writeFileSync(
      file,
      [
        ...['bind 127.0.0.1', `port ${port}`, `dir ${directory}`],
        `requirepass ${server.password}`,
        `sentinel sentinel-pass ${server.password}`,
        `sentinel monitor limits 127.0.0.1 ${server.port} 2`,
        `sentinel auth-pass limits ${server.password}`,
        'sentinel down-after-milliseconds limits 500',
        'sentinel failover-timeout limits 3000',
      ].join('\n'),
    )
    return { url: `redis+sentinel://127.0.0.1:${port}/limits`, args: [file, '--sentinel'] }
  })

type S3Place = Place & { certificate?: CertificateFiles }

/** What `startS3` accepts, and the only bucket that it has. */
export const s3Access = {
  bucket: 'open-data',
  accessKeyId: 'test-key',
  secretAccessKey: 'test-secret/with+signs',
}

/** A real S3 server on a free loopback port. Objects are files in its directory. */
export const startS3 = ({ certificate, ...place }: S3Place = {}): Promise<TestServer> =>
  startServer(findRclone(), place, ({ port, directory }) => {
    mkdirSync(join(directory, s3Access.bucket), { recursive: true })
    return {
      url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
      args: [
        ...['serve', 's3', '--config', '', '--addr', `127.0.0.1:${port}`],
        ...['--auth-key', `${s3Access.accessKeyId},${s3Access.secretAccessKey}`],
        ...(certificate === undefined
          ? []
          : ['--cert', certificate.cert, '--key', certificate.key]),
        directory,
      ],
    }
  })

/** Detects hangs only: servers start within a second on an idle machine. */
const startMilliseconds = 60_000

const startServer = async (
  program: string,
  place: Place,
  plan: (place: Required<Place>) => { url: string; args: string[] },
): Promise<TestServer> => {
  const port = place.port ?? (await freePort())
  const directory = place.directory ?? mkdtempSync(join(tmpdir(), 'answerable-server-'))
  const { url, args } = plan({ port, directory })
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  child.unref()
  const ended = once(child, 'exit')
  endWithParent(child, 'KILL')
  const stop = async () => {
    // Without this, the stopping process may end before the server.
    child.ref()
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
    if (place.directory === undefined) rmSync(directory, { recursive: true, force: true })
  }
  const deadline = performance.now() + startMilliseconds
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`${program} did not start on port ${port}`)
    }
    await delay(20)
  }
  return { url, port, pid: child.pid ?? 0, stop, signal: (signal) => child.kill(signal) }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(socket.destroy() !== null))
    socket.once('error', () => resolve(false))
  })
