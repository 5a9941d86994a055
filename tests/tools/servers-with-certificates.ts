import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { createLog } from '@answerable/service-kit/log'
import { clusterIn } from '@answerable/site/postgres/cluster'
import { startPostgres } from '@answerable/site/postgres/postgres'
import { ask } from '@answerable/site/postgres/testing/ask'
import type { Certificate } from './self-signed.ts'
import {
  type CertificateFiles,
  startNats,
  startRedis,
  startS3,
  type TestServer,
} from './servers.ts'

export type EncryptedServers = {
  /** URLs that demand encryption, with this host name. */
  urls: (host: string) => ServerUrls
  stop: () => Promise<void>
}

export type ServerUrls = { postgres: string; nats: string; redis: string; s3: string }

/** A NATS server that shows this certificate. */
export const startEncryptedNats = async (certificate: Certificate): Promise<TestServer> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-certificates-'))
  const server = await startNats({ certificate: writeFiles(directory, certificate) })
  rmSync(directory, { recursive: true })
  return server
}

/** PostgreSQL, NATS, Redis and an S3 server that show this certificate. */
export const startEncryptedServers = async (
  certificate: Certificate,
): Promise<EncryptedServers> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-certificates-'))
  // PostgreSQL may run under an account of its own.
  chmodSync(directory, 0o711)
  const [postgres, nats, redis, s3] = await Promise.all([
    startEncryptedPostgres(directory, certificate),
    startEncryptedNats(certificate),
    startEncryptedRedis(certificate),
    startS3({ certificate: writeFiles(directory, certificate) }),
  ])
  const at = (url: string, host: string): string => {
    const changed = new URL(url)
    changed.hostname = host
    return changed.href
  }
  return {
    urls: (host) => ({
      postgres: at(postgres.url, host),
      nats: at(nats.url, host),
      redis: at(redis.url, host),
      s3: at(s3.url, host),
    }),
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop(), redis.stop(), s3.stop()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const writeFiles = (directory: string, { cert, key }: Certificate): CertificateFiles => {
  const files = { cert: join(directory, 'server.crt'), key: join(directory, 'server.key') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  return files
}

const startEncryptedPostgres = async (dataDirectory: string, certificate: Certificate) => {
  const log = createLog({ service: 'tests', level: 'warn' })
  const server = await startPostgres({ dataDirectory, log, settings: { fsync: 'off' } })
  // PostgreSQL reads a key only if it belongs to the account that it runs as.
  const { uid, gid } = statSync(clusterIn(dataDirectory))
  for (const file of Object.values(writeFiles(clusterIn(dataDirectory), certificate)))
    chownSync(file, uid, gid)
  await ask(server.ownerUrl, 'ALTER SYSTEM SET ssl = on')
  await ask(server.ownerUrl, 'SELECT pg_reload_conf()')
  const url = new URL(server.ownerUrl)
  url.search = 'sslmode=verify-full'
  return { url: url.href, stop: server.stop }
}

/** TLS ends in front of Redis, because not every build of it has TLS. */
const startEncryptedRedis = async (certificate: Certificate) => {
  const redis = await startRedis()
  const front = createServer(certificate, (near) => {
    const far = connect(redis.port, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  front.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `rediss://127.0.0.1:${(front.address() as AddressInfo).port}`,
    stop: async () => {
      front.close()
      await redis.stop()
    },
  }
}
