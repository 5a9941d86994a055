import { trustCertificates } from '@answerable/infra/certificates'
import { natsLink } from '@answerable/service-kit/bus/nats-connection'
import { openCommandPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { redisLink } from '@answerable/service-kit/rate-limit/redis-link'
import { openS3Store } from '@answerable/service-kit/snapshot-store/s3-store'
import { s3Access } from '../tools/servers.ts'

// Run by a test in a separate process: connects to the servers of its arguments as a service does, and prints for each
// 'connected' or why not. CA_FILE has the same effect as for the site in one process.

const [postgresUrl = '', natsUrl = '', redisUrl = '', s3Url = ''] = process.argv.slice(2)
trustCertificates(process.env.CA_FILE)

const tryPostgres = async (): Promise<string> => {
  const log = createLog({ service: 'tests', level: 'silent' })
  const pool = openCommandPool({ url: postgresUrl, name: 'tests', log })
  try {
    await pool.query('SELECT 1')
    return 'connected'
  } catch (error) {
    return String((error as Error).message)
  } finally {
    await pool.end()
  }
}

/** Connections are repeated after a timeout, for slow machines. A server without TLS does not respond to Redis clients. */
const attempts = 4
const isTimeout = (reason: string): boolean => /timeout|took longer/i.test(reason)

const tryNats = async (attempt = 1): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const write = (line: string): void => resolve(JSON.parse(line).err?.message ?? 'connected')
  const log = createLog({ service: 'tests', level: 'info' }, { write })
  const link = natsLink({ url: natsUrl, name: 'tests', log })
  const outcome = await promise
  await link.close()
  return isTimeout(outcome) && attempt < attempts ? tryNats(attempt + 1) : outcome
}

const tryRedis = async (): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let failures = 0
  const link = redisLink({
    url: redisUrl,
    onReady: () => resolve('connected'),
    onFailure: (error) => {
      const reason = String((error as Error).message)
      failures += 1
      if (!isTimeout(reason) || failures === attempts) resolve(reason)
    },
  })
  const outcome = await promise
  await link.close()
  return outcome
}

const tryS3 = async (): Promise<string> => {
  const store = await openS3Store({
    ...s3Access,
    ...{ endpoint: s3Url, region: 'us-east-1', prefix: '' },
  })
  return store.list().then(
    () => 'connected',
    (error: Error) => error.message,
  )
}

const [postgres, nats, redis, s3] = await Promise.all([
  ...[tryPostgres(), tryNats()],
  ...[tryRedis(), tryS3()],
])
process.stdout.write(JSON.stringify({ postgres, nats, redis, s3 }))
